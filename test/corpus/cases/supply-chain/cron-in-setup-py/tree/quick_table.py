def table(rows):
    return "\n".join("\t".join(map(str, row)) for row in rows)
