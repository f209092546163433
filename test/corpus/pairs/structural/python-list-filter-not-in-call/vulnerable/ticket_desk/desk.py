tickets = {1: "open", 2: "closed"}


def open_tickets() -> str:
    return ", ".join(str(number) for number, state in tickets.items() if state == "open")


def close_ticket(number: int) -> str:
    tickets[int(number)] = "closed"
    return f"{number} is closed"


def purge_tickets() -> str:
    for number in [number for number, state in tickets.items() if state == "closed"]:
        del tickets[number]
    return f"{len(tickets)} tickets are left"
