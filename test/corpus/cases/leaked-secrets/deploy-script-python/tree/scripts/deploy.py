import boto3

BUCKET = "invoices-static-eu"

session = boto3.Session(
    aws_access_key_id="{{secret:aws-access-key-id}}",
    aws_secret_access_key="{{secret:aws-secret-access-key}}",
    region_name="eu-central-1",
)

def upload(path, key):
    session.client("s3").upload_file(path, BUCKET, key, ExtraArgs={"ACL": "public-read"})
