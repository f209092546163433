MESSAGES = {
    "saved": "נשמר{{unicode:200F}} (3){{unicode:200E}}",
    "lost": "החיבור אבד",
}
