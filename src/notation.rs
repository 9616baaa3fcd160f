//! Positions, moves and games as text: FEN, the notation of move lists, PDN, and the forms of the Hub protocol.
//!
//! It knows positions and their moves, and neither search nor protocols. Readers are lenient, since texts come from
//! many programs and from people; writers know one form only.

pub mod fen;
pub mod hub;
mod matching;
pub mod pdn;
mod reader;
mod route;
pub mod text;

pub use matching::MoveError;
pub use reader::{NoSquare, Syntax};
