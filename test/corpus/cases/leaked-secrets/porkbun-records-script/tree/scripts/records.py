# Settings
REGISTRAR = "{{glue:sk1_|687ce6|4e3e60bd876bb151ea932cf11cd0b8044ef39aec3024b916aebcd213b2}}"
