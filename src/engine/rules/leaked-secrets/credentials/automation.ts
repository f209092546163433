import { type Credential, named, token } from '../credential.ts'

const startWorkflow = 'start the workflow with data of their choice'
const deviceCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const useDevices = 'read the data of the devices, and control them'

/** Workflow services, webhooks, and connected devices. A link before each entry documents its format. */
export const automation: readonly Credential[] = [
  // https://help.zapier.com/hc/en-us/articles/8496288690317
  token({
    id: 'leaked-zapier-webhook',
    name: 'Zapier webhook URL',
    shape: 'hooks.zapier.com/hooks/catch/{digit:5-9}/{alnum:6-8}',
    severity: 'medium',
    grants: startWorkflow,
    revoke: 'Replace the trigger of the Zap, which creates a new URL',
  }),
  // https://help.make.com/webhooks
  token({
    id: 'leaked-make-webhook',
    name: 'Make webhook URL',
    shape: 'hook.{eu1|eu2|us1|us2|integromat}.{make.com|celonis.com|com}/{low36:32}',
    severity: 'medium',
    grants: startWorkflow,
    revoke: 'in Make under Webhooks',
  }),
  // https://ifttt.com/maker_webhooks
  {
    id: 'leaked-ifttt-key',
    name: 'IFTTT webhook key',
    keywords: ['maker.ifttt.com/trigger/'],
    insideWords: false,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /maker\.ifttt\.com\/trigger\/[\w.-]{1,100}\/(?:json\/)?with\/key\/(?<secret>[\w-]{22,44})(?![\w-])/y,
    after: 200,
    prefixLength: 0,
    grants: startWorkflow,
    revoke: 'at https://ifttt.com/maker_webhooks/settings',
    examples: ({ fill }) => [
      `curl https://maker.ifttt.com/trigger/door/with/key/${fill('ABCDEFGHabcdefgh0123456789', 43)}\n`,
    ],
    decoys: ['https://maker.ifttt.com/trigger/{event}/with/key/{key}\n'],
  },
  // https://www.tines.com/docs/actions/types/webhook
  {
    id: 'leaked-tines-webhook',
    name: 'Tines webhook URL',
    keywords: ['.tines.com/webhook/', '.tines.io/webhook/'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /\.tines\.(?:com|io)\/webhook\/[\w-]{16,60}\/(?<secret>[\da-f]{32,64})(?![\w-])/y,
    after: 160,
    prefixLength: 0,
    grants: startWorkflow,
    revoke: 'Replace the secret of the webhook action in Tines',
    examples: ({ fill }) => [
      `url: https://calm-lake-42.tines.com/webhook/${fill('0123456789abcdef', 32)}/${fill('0123456789abcdef', 32)}\n`,
    ],
    decoys: ['url: https://calm-lake-42.tines.com/webhook/orders/secret\n'],
  },
  // https://developers.google.com/workspace/chat/quickstart/webhooks
  {
    id: 'leaked-google-chat-webhook',
    name: 'Google Chat webhook URL',
    keywords: ['chat.googleapis.com/v1/spaces/'],
    insideWords: false,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`chat\.googleapis\.com\/v1\/spaces\/[\w-]{5,40}\/messages\?key=(?<secret>[\w-]{20,60}&(?:amp;)?` +
        String.raw`token=[\w%-]{30,80})`,
      'y',
    ),
    after: 260,
    prefixLength: 0,
    grants: 'send messages to the space',
    revoke: 'in Google Chat under Apps & integrations of the space',
    examples: ({ fill }) => [
      `https://chat.googleapis.com/v1/spaces/AAAAq0w1e2r/messages?key=${fill('abcdefgh0123456789', 39)}` +
        `&token=${fill('ABCDEFGHabcdefgh0123456789_-', 43)}\n`,
    ],
    decoys: ['https://chat.googleapis.com/v1/spaces/SPACE/messages?key=KEY&token=TOKEN\n'],
  },
  // https://io.adafruit.com/api/docs/
  token({
    id: 'leaked-adafruit-key',
    name: 'Adafruit IO key',
    shape: 'aio_{alnum:28}',
    severity: 'medium',
    grants: useDevices,
    revoke: 'in Adafruit IO under My Key',
  }),
  // https://thingsboard.io/docs/user-guide/device-credentials/
  named({
    id: 'leaked-thingsboard-secret',
    name: 'ThingsBoard device credential',
    names: ['provision_device_secret', 'provision_device_key', 'thingsboard_access_token'],
    shape: '{alnum:20}',
    severity: 'medium',
    grants: useDevices,
    revoke: 'in ThingsBoard under Device profiles or Devices',
  }),
  // https://docs.blynk.io/en/blynk.cloud/device-https-api
  named({
    id: 'leaked-blynk-token',
    name: 'Blynk device token',
    names: ['blynk_auth_token', 'blynk_token', 'blynk_auth'],
    shape: '{word:32}',
    severity: 'medium',
    grants: useDevices,
    revoke: 'in the Blynk console under Device info',
  }),
  // https://api-docs.pipedream.com
  named({
    id: 'leaked-pipedream-key',
    name: 'Pipedream API key',
    names: ['pipedream_api_key', 'pipedream_key'],
    shape: '{hex:32}',
    severity: 'high',
    grants: 'read and change workflows, and use the accounts that they are connected to',
    revoke: 'in Pipedream under Settings > API keys',
  }),
  // https://docs.n8n.io/api/authentication/
  token({
    id: 'leaked-n8n-key',
    name: 'n8n API key',
    shape: 'n8n_api_{alnum:40-80}',
    severity: 'high',
    grants: 'read and change workflows, and use the accounts that they are connected to',
    revoke: 'in n8n under Settings > n8n API',
  }),
  // https://www.zoho.com/accounts/protocol/oauth/web-apps/access-token.html
  token({
    id: 'leaked-zoho-token',
    name: 'Zoho OAuth token',
    shape: '1000.{hex:32}.{hex:32}',
    severity: 'high',
    grants: "read and change the owner's data within the scopes of the token",
    revoke: 'at https://api-console.zoho.com',
  }),
  // https://wakatime.com/developers#authentication
  token({
    id: 'leaked-wakatime-key',
    name: 'WakaTime secret API key',
    shape: 'waka_{uuid:1}',
    severity: 'low',
    grants: "read the owner's coding activity",
    revoke: 'at https://wakatime.com/settings/account',
  }),
  // https://axiom.co/docs/reference/tokens
  token({
    id: 'leaked-axiom-token',
    name: 'Axiom API token',
    shape: '{xaat|xapt}-{uuid:1}',
    keywords: ['xaat-', 'xapt-'],
    severity: 'medium',
    grants: 'read and write datasets within the permissions of the token',
    revoke: 'at https://app.axiom.co under Settings > API tokens',
  }),
  // https://docs.blynk.io/en/blynk.cloud/device-https-api
  {
    id: 'leaked-blynk-link',
    name: 'Blynk device token in a URL',
    keywords: ['blynk.cloud/external/api/'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /blynk\.cloud\/external\/api\/[\w/]{1,40}\?(?:[\w=]{1,40}&){0,4}token=(?<secret>[\w-]{32})(?![\w-])/y,
    after: 300,
    prefixLength: 0,
    grants: useDevices,
    revoke: 'in the Blynk console under Device info',
    examples: ({ fill }) => [
      `curl "https://blynk.cloud/external/api/update?token=${fill(deviceCharacters, 32)}&v2=1"\n`,
    ],
    decoys: ['curl "https://blynk.cloud/external/api/update?token={token}&v2=1"\n'],
  },
  // https://thingsboard.io/docs/reference/http-api/
  {
    id: 'leaked-thingsboard-link',
    name: 'ThingsBoard device token in a URL',
    keywords: ['thingsboard'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`thingsboard[\w.-]{0,60}(?::\d{1,5})?\/api\/v1\/(?<secret>[A-Za-z0-9]{20})\/` +
        String.raw`(?:telemetry|attributes|rpc|claim|firmware|software)\b`,
      'iy',
    ),
    after: 130,
    prefixLength: 0,
    grants: useDevices,
    revoke: 'in ThingsBoard under Devices > Manage credentials',
    examples: ({ fill }) => [
      `curl -d '{"a":1}' https://thingsboard.internal-host.io:8080/api/v1/${fill(deviceCharacters, 20)}/telemetry\n`,
    ],
    decoys: ['curl https://thingsboard.internal-host.io/api/v1/$ACCESS_TOKEN/telemetry\n'],
  },
]
