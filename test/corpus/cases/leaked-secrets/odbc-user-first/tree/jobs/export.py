import pyodbc

connection = pyodbc.connect(
    "Driver={PostgreSQL};Uid=export;Pwd={{glue:kT7|mX2JzX|9KUdSn}};Server=sales.internal;Database=orders"
)
