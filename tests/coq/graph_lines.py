"""Joins a game and its table for the checker of graphs.

    graph_lines.py GRAPH.jsonl TABLE.csv > LINES

GRAPH.jsonl is `dump GAME --format graph`, and TABLE.csv is `dump graph:GRAPH.jsonl`. A line has the number of a position
from 1, the side to move, the outcome if the game is over, the numbers of the children; then outcome, remoteness and optimal
moves by the table.
"""

import csv
import json
import sys

graph, table = sys.argv[1:]
with open(graph, encoding="utf-8") as file:
    nodes = [json.loads(line) for line in file]
with open(table, encoding="utf-8", newline="") as file:
    entries = {row["position"]: row for row in csv.DictReader(file)}
number = {node["position"]: i for i, node in enumerate(nodes, 1)}
for node in nodes:
    entry = entries[node["position"]]
    children = " ".join(str(number[child]) for child in node.get("moves", {}).values())
    fields = [number[node["position"]], node["to_move"], node.get("outcome", ""), children]
    fields += [entry[column] for column in ("outcome", "remoteness", "optimal_moves")]
    print(",".join(map(str, fields)))
