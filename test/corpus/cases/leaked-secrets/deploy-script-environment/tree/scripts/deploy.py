import os

import boto3

BUCKET = "invoices-static-eu"

session = boto3.Session(
    aws_access_key_id=os.environ["AWS_ACCESS_KEY_ID"],
    aws_secret_access_key=os.environ["AWS_SECRET_ACCESS_KEY"],
    region_name="eu-central-1",
)

def upload(path, key):
    session.client("s3").upload_file(path, BUCKET, key, ExtraArgs={"ACL": "public-read"})
