import os
import pyodbc

local = pyodbc.connect("Driver={PostgreSQL};Uid=export;Pwd=export-2024;Server=localhost;Database=orders")
remote = pyodbc.connect("Driver={PostgreSQL};Uid=export;Pwd=" + os.environ["EXPORT_PASSWORD"] + ";Server=sales.internal")
