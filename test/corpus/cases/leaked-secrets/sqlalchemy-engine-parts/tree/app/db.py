import os

from sqlalchemy import create_engine

user, password, host = os.environ["DB_USER"], os.environ["DB_PASSWORD"], os.environ["DB_HOST"]
engine = create_engine(f"mysql+pymysql://{user}:{password}@{host}:3306/warehouse", pool_pre_ping=True)
