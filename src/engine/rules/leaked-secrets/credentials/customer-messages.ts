import { type Credential, named, token } from '../credential.ts'

const send = 'send messages as the owner, and read the recipients'
const contacts = 'read and change contacts, and send messages to them'
const channels = 'publish to the channels, and read their messages'

/** Email, text messages, and push notifications. A link before each entry documents its format. */
export const customerMessages: readonly Credential[] = [
  // https://developers.mailersend.com/general.html#authentication
  token({
    id: 'leaked-mailersend-token',
    name: 'MailerSend API token',
    shape: 'mlsn.{hex:64}',
    severity: 'high',
    grants: send,
    revoke: 'in MailerSend under Integrations > API tokens',
  }),
  // https://documentation.onesignal.com/docs/keys-and-ids
  token({
    id: 'leaked-onesignal-key',
    name: 'OneSignal API key',
    shape: 'os_v2_{app|org}_{low36:96-120}',
    keywords: ['os_v2_app_', 'os_v2_org_'],
    severity: 'high',
    grants: contacts,
    revoke: 'in OneSignal under Settings > Keys & IDs',
  }),
  // https://developers.klaviyo.com/en/docs/authenticate_
  token({
    id: 'leaked-klaviyo-key',
    name: 'Klaviyo private API key',
    shape: 'pk_{hex:34}',
    severity: 'high',
    grants: contacts,
    revoke: 'in Klaviyo under Settings > API keys',
  }),
  // https://developers.messagebird.com/api/
  named({
    id: 'leaked-messagebird-key',
    name: 'MessageBird access key',
    names: ['messagebird_access_key', 'messagebird_api_key', 'message_bird_key'],
    shape: '{alnum:25}',
    severity: 'high',
    grants: send,
    revoke: 'in the MessageBird dashboard under Developers > API access',
  }),
  // https://developer.vonage.com/en/account/secret-management
  named({
    id: 'leaked-vonage-secret',
    name: 'Vonage API secret',
    names: ['vonage_api_secret', 'nexmo_api_secret', 'nexmo_secret'],
    shape: '{alnum:16}',
    severity: 'high',
    grants: send,
    revoke: 'in the Vonage dashboard under API settings',
  }),
  // https://dev.mailjet.com/email/guides/#authentication
  named({
    id: 'leaked-mailjet-secret',
    name: 'Mailjet secret key',
    names: ['mailjet_secret_key', 'mailjet_api_secret', 'mj_apikey_private', 'mailjet_secret'],
    shape: '{hex:32}',
    severity: 'high',
    grants: send,
    revoke: 'in Mailjet under Account settings > API keys',
  }),
  // https://developers.sparkpost.com/api/#header-authentication
  named({
    id: 'leaked-sparkpost-key',
    name: 'SparkPost API key',
    names: ['sparkpost_api_key', 'sparkpost_key'],
    shape: '{hex:40}',
    severity: 'high',
    grants: send,
    revoke: 'in SparkPost under Configuration > API Keys',
  }),
  // https://pusher.com/docs/channels/library_auth_reference/rest-api/
  named({
    id: 'leaked-pusher-secret',
    name: 'Pusher app secret',
    names: ['pusher_app_secret', 'pusher_secret'],
    shape: '{hex:20}',
    severity: 'medium',
    grants: channels,
    revoke: 'in the Pusher dashboard under App Keys',
  }),
  // https://ably.com/docs/auth/basic
  named({
    id: 'leaked-ably-key',
    name: 'Ably API key',
    names: ['ably_api_key', 'ably_key'],
    shape: '{word:6}.{word:6}:{word:43}',
    severity: 'medium',
    precision: 'medium',
    grants: channels,
    revoke: 'in the Ably dashboard under API Keys',
  }),
  // https://www.pubnub.com/docs/general/basics/pubnub-keyset
  token({
    id: 'leaked-pubnub-secret',
    name: 'PubNub secret key',
    shape: 'sec-c-{alnum:48}',
    severity: 'high',
    grants: 'change the permissions of all channels, and read their messages',
    revoke: 'in the PubNub admin portal under Keysets',
  }),
  // https://developer.webex.com/docs/bots
  named({
    id: 'leaked-webex-token',
    name: 'Webex access token',
    names: ['webex_access_token', 'webex_bot_token', 'webex_token', 'webex_teams_access_token'],
    shape: '{alnum:64}_{word:4}_{uuid:1}',
    severity: 'high',
    precision: 'medium',
    grants: 'read and send messages as the bot or the user',
    revoke: 'at https://developer.webex.com/my-apps',
  }),
  // https://getstream.io/chat/docs/node/tokens_and_authentication/
  named({
    id: 'leaked-stream-secret',
    name: 'Stream API secret',
    names: ['stream_api_secret', 'getstream_secret', 'stream_secret'],
    shape: '{low36:64}',
    severity: 'high',
    grants: 'act as any user of the chat',
    revoke: 'in the Stream dashboard',
  }),
]
