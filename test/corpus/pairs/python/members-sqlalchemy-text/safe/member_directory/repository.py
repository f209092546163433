from sqlalchemy import create_engine, text

engine = create_engine("sqlite:///members.db")


def by_name(name: str) -> list[dict]:
    with engine.connect() as connection:
        statement = text("SELECT id, name, city FROM members WHERE lower(name) LIKE lower(:name)")
        result = connection.execute(statement, {"name": f"{name}%"})
        return [dict(row) for row in result.mappings()]


def count() -> int:
    with engine.connect() as connection:
        return connection.execute(text("SELECT count(*) FROM members")).scalar_one()
