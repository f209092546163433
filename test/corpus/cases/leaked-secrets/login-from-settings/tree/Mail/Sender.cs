using System.Net;

class Sender {
    NetworkCredential Login(Settings settings) => new NetworkCredential("alerts@harbor.internal", settings.Password);
    NetworkCredential Anonymous() => new NetworkCredential("anonymous", "thisisnopassword");
}
