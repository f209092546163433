from decimal import Decimal

from jinja2 import Environment

environment = Environment(autoescape=False, trim_blocks=True)

LAYOUT = """
{{ greeting }}

Amount: {{ amount }} EUR
{% if due %}Due: {{ due }}{% endif %}
"""


def render(greeting: str, amount: Decimal, due: str | None) -> str:
    template = environment.from_string(LAYOUT)
    return template.render(greeting=greeting, amount=amount, due=due)
