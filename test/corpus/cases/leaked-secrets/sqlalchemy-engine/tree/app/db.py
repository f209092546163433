from sqlalchemy import create_engine
from sqlalchemy.orm import sessionmaker

engine = create_engine(
    "mysql+pymysql://reporting:{{secret:password}}@reports.harbour.internal:3306/warehouse",
    pool_pre_ping=True,
)
Session = sessionmaker(engine)
