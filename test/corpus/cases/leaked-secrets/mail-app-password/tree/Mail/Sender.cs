using System.Net;

class Sender {
    NetworkCredential Login() => new NetworkCredential("alerts@harbor.internal", "{{glue:vzqkrhtw|pldmqxyb}}");
}
