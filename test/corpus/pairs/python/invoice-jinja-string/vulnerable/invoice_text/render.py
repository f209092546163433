from decimal import Decimal

from jinja2 import Environment

environment = Environment(autoescape=False, trim_blocks=True)

LAYOUT = """
GREETING

Amount: {{ amount }} EUR
{% if due %}Due: {{ due }}{% endif %}
"""


def render(greeting: str, amount: Decimal, due: str | None) -> str:
    template = environment.from_string(LAYOUT.replace("GREETING", greeting))
    return template.render(amount=amount, due=due)
