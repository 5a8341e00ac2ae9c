"""Times BitBully (`pip install bitbully`) on the positions that the example connect_four prints, and compares the scores.

    cargo run --release -p perfect-play-search --example connect_four | python3 crates/search/examples/time_bitbully.py

It prints the mean, the median and the worst time of BitBully, without its book and with an empty table, and our mean as a part
of BitBully's. The times are processor time, the shortest of three. The last line compares the times of all moves with the book
with BitBully's mean of 12 marks.
"""

import statistics
import sys
import time
from collections import defaultdict

from bitbully import bitbully_core

solver = bitbully_core.BitBullyCore()
times, with_book = defaultdict(list), []
for line in sys.stdin:
    if line.startswith("moves "):
        with_book = [float(time) for time in line.split()[1:]]
        continue
    columns, score, ours = line.split()
    board = bitbully_core.BoardCore()
    for column in columns:
        assert board.play(int(column) - 1), columns
    theirs = float("inf")
    for _ in range(3):
        solver.resetTranspositionTable()
        start = time.process_time()
        found = solver.mtdf(board, 0)
        theirs = min(theirs, 1e3 * (time.process_time() - start))
    if found != int(score):
        sys.exit(f"{columns}: BitBully finds the score {found}, and the search {score}")
    times[len(columns)].append((float(ours), theirs))

print("marks positions     mean   median    worst  (ms)   our mean   ratio")
for marks, pairs in sorted(times.items()):
    ours, theirs = zip(*pairs)
    mean = statistics.mean(theirs)
    print(
        f"{marks:5} {len(pairs):9} {mean:8.3f} {statistics.median(theirs):8.3f} {max(theirs):8.3f}"
        f"{statistics.mean(ours):17.3f} {statistics.mean(ours) / mean:7.2f}"
    )
if not with_book:
    sys.exit("the example has not printed the times with the book: it did not come to its end")
median, late, worst = (time / statistics.mean(theirs for _, theirs in times[12]) for time in with_book)
print(f"all moves with the book, as parts of BitBully's mean of 12 marks: median {median:.4f}, 99th percentile {late:.3f}, worst {worst:.2f}")
