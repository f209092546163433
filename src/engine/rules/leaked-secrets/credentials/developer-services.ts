import { type Credential, named, token } from '../credential.ts'

const service = "use the service with the owner's permissions"
const observe = 'read monitoring data, and with write permission change it'

/** Services for developers. A link before each entry documents its format. */
export const developerServices: readonly Credential[] = [
  // https://docs.docker.com/engine/swarm/join-nodes/
  token({
    id: 'leaked-docker-swarm-token',
    name: 'Docker Swarm join token',
    shape: 'SWMTKN-1-{low36:50}-{low36:25}',
    severity: 'high',
    grants: 'add a node to the swarm, and receive its secrets as a manager',
    revoke: 'with `docker swarm join-token --rotate`',
  }),
  // https://docs.redhat.com/en/documentation/openshift_container_platform, OAuth access tokens
  token({
    id: 'leaked-openshift-token',
    name: 'OpenShift access token',
    shape: 'sha256~{word:43}',
    severity: 'high',
    grants: "access the cluster with the owner's permissions",
    revoke: 'with `oc delete oauthaccesstoken`',
  }),
  // https://docs.dependencytrack.org/integrations/rest-api/
  token({
    id: 'leaked-dependency-track-key',
    name: 'Dependency-Track API key',
    shape: 'odt_{alnum:32-50}',
    severity: 'medium',
    grants: service,
    revoke: 'in Dependency-Track under Access management',
  }),
  // https://docs.aws.amazon.com/appsync/latest/devguide/security-authz.html
  token({
    id: 'leaked-appsync-key',
    name: 'AWS AppSync API key',
    shape: 'da2-{low36:26}',
    severity: 'medium',
    grants: 'run queries and mutations of the API',
    revoke: 'in the AWS console under AppSync > Settings',
  }),
  // https://learn.microsoft.com/azure/azure-app-configuration/rest-api-authentication-hmac
  {
    id: 'leaked-azure-app-configuration-secret',
    name: 'Azure App Configuration connection string',
    keywords: ['.azconfig.io;id='],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /\.azconfig\.io;Id=[^;\s"']{5,80};Secret=(?<secret>[A-Za-z0-9+/]{43,90}={0,2})(?![A-Za-z0-9+/])/iy,
    after: 240,
    prefixLength: 0,
    grants: "read and change the application's settings",
    revoke: 'Regenerate the access key in the Azure portal',
    examples: ({ fill }) => [
      `Endpoint=https://shop.azconfig.io;Id=ab1-l0-s0:x;Secret=${fill('ABCDEFGHabcdefgh0123456789', 43)}=\n`,
    ],
    decoys: ['Endpoint=https://shop.azconfig.io;Id=ab1-l0-s0:x;Secret=${SECRET}\n'],
  },
  // https://developers.figma.com/docs/rest-api/authentication/, tokens before 2022
  named({
    id: 'leaked-figma-legacy-token',
    name: 'Figma personal access token of the old format',
    names: ['figma_token', 'figma_access_token'],
    shape: '{digit:3-7}-{uuid:1}',
    severity: 'high',
    precision: 'medium',
    grants: service,
    revoke: 'in the Figma settings under Security',
  }),
  // https://developer.hashicorp.com/vault/docs/concepts/tokens, before version 1.10
  named({
    id: 'leaked-vault-legacy-token',
    name: 'HashiCorp Vault token of the old format',
    names: ['vault_token', 'vault_client_token', 'vault_dev_root_token_id', 'x_vault_token'],
    shape: '{s|b|r}.{alnum:24-300}',
    severity: 'high',
    precision: 'medium',
    grants: "read secrets in Vault within the token's policies",
    revoke: 'with `vault token revoke`',
  }),
  // https://developer.hashicorp.com/vault/docs/concepts/tokens
  token({
    id: 'leaked-vault-short-token',
    name: 'HashiCorp Vault token',
    shape: '{hvs|hvb|hvr}.{word:37-89}',
    keywords: ['hvs.', 'hvb.', 'hvr.'],
    severity: 'high',
    grants: "read secrets in Vault within the token's policies",
    revoke: 'with `vault token revoke`',
  }),
  // https://developer.hashicorp.com/vault/docs/concepts/seal
  {
    id: 'leaked-vault-unseal-key',
    name: 'HashiCorp Vault unseal key',
    keywords: ['unseal key ', 'operator unseal '],
    insideWords: false,
    severity: 'critical',
    precision: 'medium',
    generic: false,
    pattern: /(?:unseal key \d{1,2}:|operator unseal) {1,4}(?<secret>[A-Za-z0-9+/]{44}={0,2})(?![A-Za-z0-9+/=])/iy,
    after: 90,
    prefixLength: 0,
    grants: 'unseal Vault together with other keys, and then read every secret',
    revoke: 'with `vault operator rekey`',
    examples: ({ fill }) => [`Unseal Key 1: ${fill('ABCDEFGHabcdefgh0123456789+/', 44)}\n`],
    decoys: ['Unseal Key 1: (will be hidden)\n'],
  },
  // https://developer.hashicorp.com/vault/docs/auth/approle
  named({
    id: 'leaked-vault-approle-secret',
    name: 'HashiCorp Vault AppRole secret ID',
    names: ['secret_id', 'vault_secret_id', 'approle_secret_id'],
    shape: '{uuid:1}',
    severity: 'high',
    grants: 'log in to Vault as the role',
    revoke: 'with `vault write auth/approle/role/<name>/secret-id/destroy`',
  }),
  // https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/
  token({
    id: 'leaked-new-relic-admin-key',
    name: 'New Relic admin or browser key',
    shape: '{NRAA|NRRA|NRIQ}-{word:27-42}',
    keywords: ['nraa-', 'nrra-', 'nriq-'],
    severity: 'high',
    grants: observe,
    revoke: 'at https://one.newrelic.com/api-keys',
  }),
  named({
    id: 'leaked-new-relic-license-key',
    name: 'New Relic license key',
    names: ['license_key', 'new_relic_license_key', 'license'],
    shape: '{low36:36}NRAL',
    severity: 'medium',
    precision: 'medium',
    grants: 'send data to the account',
    revoke: 'at https://one.newrelic.com/api-keys',
  }),
  // https://docs.px.dev/reference/admin/api-keys/
  token({
    id: 'leaked-pixie-key',
    name: 'Pixie API or deployment key',
    shape: 'px-{api|dep}-{uuid:1}',
    keywords: ['px-api-', 'px-dep-'],
    severity: 'medium',
    grants: observe,
    revoke: 'in Pixie under Admin',
  }),
  // https://www.truenas.com/docs/scale/api/
  {
    id: 'leaked-truenas-key',
    name: 'TrueNAS API key',
    keywords: ['login_with_api_key'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`login_with_api_key["'],\s{0,20}["']params["']\s{0,3}:\s{0,3}\[\s{0,20}["']` +
        String.raw`(?<secret>\d{1,3}-[A-Za-z0-9]{64})["']`,
      'y',
    ),
    after: 160,
    prefixLength: 0,
    grants: 'control the storage server',
    revoke: 'in TrueNAS under API Keys',
    examples: ({ fill }) => [
      `{"method": "auth.login_with_api_key", "params": ["4-${fill('ABCDEFGHabcdefgh0123456789', 64)}"]}\n`,
    ],
    decoys: ['{"method": "auth.login_with_api_key", "params": [key]}\n'],
  },
  // https://api.slack.com/authentication/token-types, bot tokens of custom integrations
  token({
    id: 'leaked-slack-legacy-bot-token',
    name: 'Slack bot token of the old format',
    shape: 'xoxb-{digit:10-13}-{alnum:24}',
    severity: 'high',
    grants: 'read and post messages as the bot',
    revoke: 'at https://api.slack.com/apps',
  }),
  // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook
  token({
    id: 'leaked-outlook-webhook',
    name: 'Microsoft Teams webhook of the old format',
    shape: 'outlook.office.com/webhook/{uuid:1}@{uuid:1}/IncomingWebhook/{hex:32}/{uuid:1}',
    severity: 'medium',
    grants: 'post messages to the channel',
    revoke: 'in the connectors of the channel',
  }),
  // https://sourcegraph.com/docs/cli/how-tos/creating_an_access_token
  token({
    id: 'leaked-sourcegraph-short-token',
    name: 'Sourcegraph access token without an instance',
    shape: 'sgp_{hex:40}',
    severity: 'high',
    grants: 'read the indexed code that the owner can access',
    revoke: 'in the Sourcegraph user settings under Access tokens',
  }),
  token({
    id: 'leaked-sourcegraph-local-token',
    name: 'Sourcegraph access token of a local instance',
    shape: 'sgp_local_{hex:40}',
    severity: 'medium',
    grants: 'read the indexed code that the owner can access',
    revoke: 'in the Sourcegraph user settings under Access tokens',
  }),
  // https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens/, before version 9.5
  named({
    id: 'leaked-sonarqube-legacy-token',
    name: 'SonarQube token of the old format',
    names: ['sonar_login', 'sonar_token', 'sonarqube_token'],
    shape: '{hex:40}',
    severity: 'medium',
    grants: 'read and change the analysis of projects',
    revoke: 'in SonarQube under My Account > Security',
  }),
  // https://labelstud.io/guide/access_tokens
  named({
    id: 'leaked-label-studio-key',
    name: 'Label Studio access token',
    names: ['label_studio_api_key', 'label_studio_access_token'],
    shape: '{hex:40}',
    severity: 'medium',
    grants: service,
    revoke: 'in Label Studio under Account & Settings',
  }),
  // https://docs.codeclimate.com/docs/finding-your-test-coverage-token
  named({
    id: 'leaked-code-climate-token',
    name: 'Code Climate reporter token',
    names: ['codeclimate_repo_token', 'cc_test_reporter_id'],
    shape: '{hex:64}',
    severity: 'low',
    grants: 'upload test coverage to the project',
    revoke: 'in the Code Climate repository settings under Test Coverage',
  }),
  // Tokens include the environment name, see https://docs.doppler.com/docs/service-tokens
  token({
    id: 'leaked-doppler-service-token',
    name: 'Doppler service token',
    shape: 'dp.st.{word:2-35}.{alnum:40-44}',
    severity: 'high',
    grants: 'read the secrets of the environment',
    revoke: 'in Doppler under Access',
  }),
  // https://www.jenkins.io/doc/book/system-administration/authenticating-scripted-clients/
  named({
    id: 'leaked-jenkins-token',
    name: 'Jenkins API token',
    names: ['jenkins_token', 'jenkins_api_token'],
    shape: '11{hex:32}',
    severity: 'high',
    precision: 'medium',
    grants: "run jobs with the owner's permissions",
    revoke: 'in Jenkins under the user > Security',
  }),
  // https://docs.github.com/en/apps/creating-github-apps, client secrets of OAuth apps before 2023
  named({
    id: 'leaked-github-client-secret',
    name: 'GitHub OAuth client secret',
    names: ['github_secret', 'github_client_secret', 'github_oauth_secret', 'github_oauth_client_secret'],
    shape: '{hex:40}',
    severity: 'high',
    grants: 'impersonate the application and, with stolen authorization codes, its users',
    revoke: 'at https://github.com/settings/developers',
  }),
  // https://docs.particle.io/reference/cloud-apis/access-tokens/
  named({
    id: 'leaked-particle-token',
    name: 'Particle access token',
    names: ['particle_access_token', 'particle_token', 'api_particle_io_v1_devices_d_access_token'],
    shape: '{hex:40}',
    severity: 'high',
    grants: 'control the devices of the account',
    revoke: 'at https://console.particle.io',
  }),
]
