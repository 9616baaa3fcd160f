//! damka: a draughts engine for every serious kind of draughts.
//!
//! The layers, from the ground up; imports go down only:
//!
//! 1. [`board`]: squares, directions, sets of squares
//! 2. [`rules`]: a game as constants
//! 3. [`position`]: positions, moves, the game so far
//! 4. [`notation`]: positions and moves as text; [`eval`]: the worth of a position; [`endgame`]: the truth where few
//!    pieces are left; [`wire`], which knows nothing: lines, messages and files
//! 5. [`search`]: the best move
//! 6. [`session`]: an opened game, its types hidden behind one trait
//! 7. [`protocol`]: how it speaks with programs and people; [`bench`]: the measure of speed; [`games`]: files of games;
//!    [`arena`]: matches between engines; [`train`]: from games to an evaluation
//!
//! ```
//! use damka::position::{MoveList, Position};
//! use damka::rules::International;
//!
//! let start = Position::<International>::start();
//! let mut moves = MoveList::new();
//! start.moves(&mut moves);
//! assert_eq!(moves.len(), 9);
//! ```

pub mod arena;
pub mod bench;
pub mod board;
pub mod endgame;
pub mod eval;
pub mod games;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod search;
pub mod session;
pub mod train;
pub mod wire;
