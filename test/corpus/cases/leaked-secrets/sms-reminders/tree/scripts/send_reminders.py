from twilio.rest import Client

ACCOUNT = "harborline"
client = Client("{{secret:twilio-key}}", "{{secret:hex-32}}")


def remind(number: str, when: str) -> None:
    client.messages.create(to=number, from_="+15005550006", body=f"Your berth is booked for {when}.")
