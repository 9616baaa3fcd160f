"""Looks at the HTML report of `damka analyse` as a reader does: on a phone and on a desktop, in headless Chromium.

    report.py ENGINE FOLDER [CHROMIUM]

The report and its screenshots are left in FOLDER. Without a Chromium only the text of the page is looked at.
"""

import html
import pathlib
import re
import subprocess
import sys

GAMES = """[White "A player with a long name"]
[Black "Another one whose name is longer still"]
[Event "A tournament in a small town"]
[Result "2-0"]
1. 32-28 18-23 2. 38-32 12-18 3. 31-27 7-12 4. 37-31 1-7 5. 41-37 20-25 6. 46-41 17-21 7. 34-30 25x34 8. 40x29 23x34 9. 39x30 21-26 2-0

[White "Red"]
[Black "White"]
[GameType "21"]
1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 4. 16x23 27x11 *

[White "c"]
[Black "d"]
[GameType "25"]
1. c3-d4 b6-a5 2. d4-c5 d6:b4 3. a3:c5 *
"""

# What a page could fetch from elsewhere.
EXTERNAL = re.compile(r"https?:|//[a-z]|\b(src|srcset|action|data)=|@import|url\(|<(script|link|iframe|object|embed|img)\b", re.I)

WIDTHS = {"phone": 360, "desktop": 1280}

# Shows the page in a frame of some width, since a window has a least width, and says how wide the page is there and how
# many of its elements stick out.
MEASURE = """<!DOCTYPE html><body><iframe style="border:0;height:2000px;width:%dpx" srcdoc="%s"></iframe><script>
const frame = document.querySelector("iframe");
frame.onload = () => {
  const page = frame.contentDocument, inner = frame.contentWindow.innerWidth;
  const wide = [...page.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > inner + 1);
  document.body.dataset.measured = JSON.stringify([inner, page.documentElement.scrollWidth, wide.length]);
};
</script></body>"""


def make(engine, folder):
    games, page = folder / "games.pdn", folder / "report.html"
    games.write_text(GAMES)
    command = [engine, "analyse", str(games), "--nodes", "2000", "--html", str(page)]
    subprocess.run(command, check=True, timeout=300)
    return page


def chromium(program, *arguments):
    usual = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    done = subprocess.run([program, *usual, *arguments], capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"{program} failed: {done.stderr[-2000:]}")
    return done.stdout


def look(program, page, folder):
    measured = folder / "measured.html"
    for name, width in WIDTHS.items():
        size = f"--window-size={width},2000"
        picture = folder / f"report-{name}.png"
        chromium(program, size, f"--screenshot={picture}", page.as_uri())
        if picture.stat().st_size < 10_000:
            sys.exit(f"{picture} shows nothing")
        measured.write_text(MEASURE % (width, html.escape(page.read_text())))
        found = re.search(r'data-measured="\[(\d+),(\d+),(\d+)\]"', chromium(program, size, "--dump-dom", measured.as_uri()))
        if not found:
            sys.exit("the page could not be measured")
        inner, scroll, wide = map(int, found.groups())
        if inner != width or scroll > inner or wide > 0:
            sys.exit(f"{name}: the window is {inner} wide, the page {scroll}, and {wide} elements stick out")
        print(f"{name}: {width} pixels wide, nothing sticks out; {picture}")


def main():
    engine, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    page = make(engine, folder)
    text = page.read_text()
    external = EXTERNAL.search(text)
    if external:
        sys.exit(f"the report refers to something outside: {text[external.start():][:80]}")
    figures = len(re.findall("<figure", text))
    if figures == 0 or text.count("<svg") != text.count("</svg>"):
        sys.exit(f"the report has {figures} diagrams, or some that do not end")
    print(f"{len(text)} bytes, {figures} diagrams, no external reference")
    if len(sys.argv) > 3:
        look(sys.argv[3], page, folder)
    else:
        print("no Chromium here: the report is not looked at")


main()
