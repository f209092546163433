from .base import *

DEBUG = False
ALLOWED_HOSTS = ["shop.example"]
STRIPE_LIVE_MODE = True
STRIPE_SECRET_KEY = "{{secret:stripe-live-key}}"
