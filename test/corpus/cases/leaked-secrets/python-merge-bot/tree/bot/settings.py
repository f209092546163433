import os

GITLAB_URL = os.getenv("GITLAB_URL", "https://gitlab.example")
GITLAB_TOKEN = os.getenv("GITLAB_TOKEN", "{{secret:gitlab-token}}")
PROJECT_IDS = [412, 518, 733]
