import { type Credential, named, token } from '../credential.ts'

const deploy = 'start builds and deployments, and read their settings'
const flags = 'read and change feature flags'
const watch = 'read and change monitoring'

/** Delivery, feature flags, monitoring, and identity. A link before each entry documents its format. */
export const delivery: readonly Credential[] = [
  // https://www.jetbrains.com/help/teamcity/managing-user-account.html#Managing+Access+Tokens
  token({
    id: 'leaked-teamcity-token',
    name: 'TeamCity access token',
    shape: 'eyJ0eXAiOiAiVENWMiJ9.{word:20-60}.{word:40-60}',
    severity: 'high',
    grants: deploy,
    revoke: 'in TeamCity under Profile > Access Tokens',
  }),
  // https://octopus.com/docs/octopus-rest-api/how-to-create-an-api-key
  token({
    id: 'leaked-octopus-key',
    name: 'Octopus Deploy API key',
    shape: 'API-{up36:25-40}',
    accepts: ({ secret }) => /\d/.test(secret),
    severity: 'high',
    grants: deploy,
    revoke: 'in Octopus Deploy under Profile > My API Keys',
  }),
  // https://www.appveyor.com/docs/api/
  named({
    id: 'leaked-appveyor-token',
    name: 'AppVeyor API token',
    names: ['appveyor_token', 'appveyor_api_token', 'appveyor_api_key'],
    shape: 'v2.{low36:20}',
    severity: 'high',
    precision: 'medium',
    grants: deploy,
    revoke: 'at https://ci.appveyor.com/api-keys',
  }),
  // https://docs.bitrise.io/en/bitrise-ci/api/authenticating-with-the-bitrise-api.html
  named({
    id: 'leaked-bitrise-token',
    name: 'Bitrise access token',
    names: ['bitrise_token', 'bitrise_access_token', 'bitrise_api_token'],
    shape: '{word:80-90}',
    severity: 'high',
    grants: deploy,
    revoke: 'in Bitrise under Account settings > Security',
  }),
  // https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/
  {
    id: 'leaked-kubernetes-bootstrap-token',
    name: 'Kubernetes bootstrap token',
    keywords: ['bootstrap-token', 'kubeadm join', 'token-secret:', 'tlsbootstraptoken'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`(?:bootstrap-token[ =]{1,3}|kubeadm join [^\r\n]{1,120}--token[ =]{1,3}|` +
        String.raw`tlsBootstrapToken: {1,3}|token-secret: {1,3}(?=[\da-z]{16}\s))["']?` +
        String.raw`(?<secret>(?:[\da-z]{6}\.)?[\da-z]{16})(?![\w.-])`,
      'y',
    ),
    after: 200,
    prefixLength: 0,
    grants: 'add a node to the cluster while the token is valid',
    revoke: 'with `kubeadm token delete`',
    examples: ({ fill }) => [
      `kubeadm join 10.1.2.3:6443 --token ${fill('abcdefgh0123456789', 6)}.${fill('abcdefgh0123456789', 16)}\n`,
    ],
    decoys: ['kubeadm join 10.1.2.3:6443 --token $TOKEN\n'],
  },
  // https://docs.statsig.com/sdk-keys/api-keys
  named({
    id: 'leaked-statsig-secret',
    name: 'Statsig server secret',
    names: ['statsig_server_secret', 'statsig_secret', 'statsig_secret_key', 'statsig_server_key'],
    shape: 'secret-{alnum:43}',
    severity: 'medium',
    precision: 'medium',
    grants: flags,
    revoke: 'in Statsig under Settings > Keys & Environments',
  }),
  // https://docs.growthbook.io/api/
  named({
    id: 'leaked-growthbook-secret',
    name: 'GrowthBook secret key',
    names: ['growthbook_secret', 'growthbook_secret_key', 'growthbook_api_key'],
    shape: 'secret_{word:30-60}',
    severity: 'medium',
    precision: 'medium',
    grants: flags,
    revoke: 'in GrowthBook under Settings > API Keys',
  }),
  // https://docs.honeybadger.io/api/
  token({
    id: 'leaked-honeybadger-token',
    name: 'Honeybadger API token',
    shape: 'hb{p|u}_{alnum:36}',
    keywords: ['hbp_', 'hbu_'],
    severity: 'medium',
    grants: watch,
    revoke: 'in Honeybadger under Settings > API keys',
  }),
  // https://uptimerobot.com/api/
  named({
    id: 'leaked-uptimerobot-key',
    name: 'UptimeRobot API key',
    shape: 'u{digit:6-8}-{hex:24}',
    names: ['uptimerobot_api_key', 'uptime_robot_api_key', 'uptimerobot_key'],
    severity: 'medium',
    grants: watch,
    revoke: 'in UptimeRobot under Integrations & API',
  }),
  // https://help.sumologic.com/docs/manage/security/access-keys/
  named({
    id: 'leaked-sumologic-key',
    name: 'Sumo Logic access key',
    names: ['sumologic_access_key', 'sumo_access_key', 'sumologic_key'],
    shape: '{alnum:64}',
    severity: 'high',
    grants: 'read logs, and change their collection',
    revoke: 'in Sumo Logic under Administration > Security > Access Keys',
  }),
  // https://docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector
  named({
    id: 'leaked-splunk-token',
    name: 'Splunk HTTP Event Collector token',
    names: ['splunk_hec_token', 'splunk_token', 'hec_token', 'authorization_splunk'],
    shape: '{uuid:1}',
    severity: 'medium',
    grants: 'send false events',
    revoke: 'in Splunk under Data inputs > HTTP Event Collector',
  }),
  // https://docs.opsgenie.com/docs/api-key-management
  named({
    id: 'leaked-opsgenie-key',
    name: 'Opsgenie API key',
    names: ['opsgenie_api_key', 'opsgenie_key', 'opsgenie_token'],
    shape: '{uuid:1}',
    severity: 'medium',
    grants: 'create and close alerts',
    revoke: 'in Opsgenie under Settings > API key management',
  }),
  // https://developer.mixpanel.com/reference/project-secret
  named({
    id: 'leaked-analytics-secret',
    name: 'Mixpanel or Amplitude secret key',
    names: ['mixpanel_api_secret', 'mixpanel_secret', 'amplitude_secret_key', 'amplitude_secret'],
    shape: '{hex:32}',
    severity: 'medium',
    grants: 'export the events of all users',
    revoke: "in the project's settings at the service",
  }),
  // https://docs.stackhawk.com/stackhawk-cli/auth.html
  token({
    id: 'leaked-stackhawk-key',
    name: 'StackHawk API key',
    shape: 'hawk.{word:20}.{word:20}',
    severity: 'medium',
    grants: 'read and start security scans',
    revoke: 'in StackHawk under Settings > API Keys',
  }),
  // https://stytch.com/docs/guides/dashboard/api-keys
  token({
    id: 'leaked-stytch-secret',
    name: 'Stytch secret',
    shape: 'secret-live-{word:36}',
    severity: 'critical',
    grants: 'sign in as any user',
    revoke: 'in the Stytch dashboard under API keys',
  }),
  // https://bitwarden.com/help/access-tokens/
  named({
    id: 'leaked-bitwarden-token',
    name: 'Bitwarden Secrets Manager access token',
    shape: '0.{uuid:1}.{alnum:30}:{base64:22}==',
    names: ['bws_access_token', 'bitwarden_access_token'],
    severity: 'critical',
    grants: 'read the secrets of the machine account',
    revoke: 'in Bitwarden Secrets Manager under Machine accounts',
  }),
  // https://zuplo.com/docs/articles/api-key-management
  token({
    id: 'leaked-zuplo-key',
    name: 'Zuplo API key',
    shape: 'zpka_{hex:32}_{hex:8}',
    severity: 'medium',
    grants: 'call the API as the consumer',
    revoke: 'in the Zuplo portal under API Key Consumers',
  }),
  // https://developers.google.com/recaptcha/docs/verify
  named({
    id: 'leaked-captcha-secret',
    name: 'secret key of a CAPTCHA',
    names: [
      'recaptcha_secret_key',
      'recaptcha_secret',
      'recaptcha_private_key',
      'turnstile_secret_key',
      'hcaptcha_secret',
    ],
    shape: '{6L|0x|ES_}{word:33-42}',
    severity: 'low',
    grants: 'verify answers to the CAPTCHA as the site',
    revoke: 'in the CAPTCHA console',
  }),
  // https://developers.cloudflare.com/fundamentals/api/get-started/token-formats, 40 characters and a checksum
  token({
    id: 'leaked-cloudflare-prefixed-token',
    name: 'Cloudflare API credential',
    shape: '{cfk|cfut|cfat}_{alnum:44-56}',
    keywords: ['cfk_', 'cfut_', 'cfat_'],
    severity: 'high',
    grants: "change the owner's zones, DNS records, and Workers within the permissions of the credential",
    revoke: 'at https://dash.cloudflare.com/profile/api-tokens',
  }),
  // https://aiven.io/docs/platform/concepts/service-users, also the databases of DigitalOcean
  token({
    id: 'leaked-aiven-password',
    name: 'Aiven or DigitalOcean database password',
    shape: 'AVNS_{word:19}',
    severity: 'high',
    grants: 'read, change, and delete data in the database',
    revoke: 'Change the password of the database user',
  }),
  // https://www.inngest.com/docs/platform/signing-keys
  token({
    id: 'leaked-inngest-key',
    name: 'Inngest signing key',
    shape: 'signkey-{prod|branch}-{hex:64}',
    keywords: ['signkey-'],
    severity: 'high',
    grants: 'start functions, and read the events of the environment',
    revoke: 'in the Inngest dashboard under Manage > Signing Key',
  }),
  // https://kb.porkbun.com/article/190-getting-started-with-the-porkbun-api
  token({
    id: 'leaked-porkbun-key',
    name: 'Porkbun secret API key',
    shape: 'sk1_{hex:64}',
    severity: 'critical',
    grants: 'change the DNS records of all domains together with the API key',
    revoke: 'at https://porkbun.com/account/api',
  }),
]
