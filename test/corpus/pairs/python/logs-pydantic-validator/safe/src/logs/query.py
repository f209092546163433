import re

from pydantic import BaseModel, Field, field_validator


class LogQuery(BaseModel):
    name: str
    count: int = Field(default=50, ge=1, le=1000)

    @field_validator("name")
    @classmethod
    def check_name(cls, value: str) -> str:
        value = value.strip()
        if not re.fullmatch(r"[a-z0-9_-]+\.log", value):
            raise ValueError("not the name of a log")
        return value
