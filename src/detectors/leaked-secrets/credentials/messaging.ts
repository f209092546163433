import { type Credential, named, token } from '../credential.ts'

const slack = { revoke: 'at https://api.slack.com/apps, at the app' } as const
const send = 'send in the name of its owner, and read what was sent'

/** Chat, mail, calls and social networks. */
export const messaging: readonly Credential[] = [
  token({ ...slack, id: 'leaked-slack-bot-token', name: 'Slack bot token', shape: 'xoxb-{digit:10-13}-{digit:10-13}-{alnum:24}', severity: 'high', grants: 'read and write in the channels of the bot' }),
  token({ ...slack, id: 'leaked-slack-user-token', name: 'Slack user token', shape: 'xoxp-{digit:10-13}-{digit:10-13}-{digit:10-13}-{hex:32}', severity: 'critical', grants: 'read and write as the user' }),
  token({ ...slack, id: 'leaked-slack-app-token', name: 'Slack app token', shape: 'xapp-1-{up36:9-12}-{digit:10-13}-{hex:64}', severity: 'high', grants: 'listen to the events of the app' }),
  token({ ...slack, id: 'leaked-slack-refresh-token', name: 'Slack refresh token', shape: 'xoxe-1-{alnum:140-160}', severity: 'high', grants: 'get tokens of the app again and again' }),
  token({ ...slack, id: 'leaked-slack-configuration-token', name: 'Slack configuration token', shape: 'xoxe.xoxp-1-{alnum:160-170}', severity: 'high', grants: 'change the apps of the user' }),
  token({ ...slack, id: 'leaked-slack-session-token', name: 'Slack session token', shape: 'xoxc-{digit:10-13}-{digit:10-13}-{digit:10-13}-{hex:64}', severity: 'high', grants: 'read and write as the user, with the cookie of the session', revoke: 'by signing out of all sessions in the settings of Slack' }),
  token({ ...slack, id: 'leaked-slack-webhook', name: 'Slack webhook address', shape: 'hooks.slack.com/services/T{up36:8-12}/B{up36:8-12}/{alnum:24}', severity: 'medium', grants: 'write in the channel' }),
  token({ ...slack, id: 'leaked-slack-workflow-webhook', name: 'Slack workflow address', shape: 'hooks.slack.com/workflows/T{up36:8-12}/A{up36:8-12}/{digit:17-19}/{alnum:24}', severity: 'medium', grants: 'start the workflow' }),
  {
    id: 'leaked-discord-bot-token', name: 'Discord bot token', keywords: ['discord', 'bot_token', 'bot token', 'token', 'client.login'], insideWords: true, severity: 'high', precision: 'medium', generic: false,
    pattern: /(?:[Dd]iscord|DISCORD|(?:[Bb]ot|BOT)[_ ](?:token|TOKEN)|[Tt]oken|TOKEN|client\.login)[\w. -]{0,20}["'`)\]]{0,3}\s{0,4}[=:(,]\s{0,4}["'`]{0,1}(?:Bot )?(?<secret>[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38})(?![\w-])/y, after: 150, prefixLength: 0,
    accepts: ({ secret }) => /^\d{17,20}$/.test(Buffer.from(secret.split('.')[0] ?? '', 'base64').toString('latin1')),
    grants: 'read and write wherever the bot is', revoke: 'at https://discord.com/developers/applications, under Bot, Reset token',
    examples: ({ fill }) => [`DISCORD_TOKEN=${Buffer.from(`1${fill('0123456789', 17)}`).toString('base64')}.${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', 6)}.${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 38)}\n`],
    decoys: ['DISCORD_TOKEN=your.bot.token\n'],
  },
  token({ id: 'leaked-discord-webhook', name: 'Discord webhook address', shape: '{discord.com|discordapp.com}/api/webhooks/{digit:17-20}/{word:60-80}', keywords: ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'], severity: 'medium', grants: 'write in the channel', revoke: 'in the settings of the channel, under Integrations' }),
  {
    id: 'leaked-telegram-bot-token', name: 'Telegram bot token', keywords: [':aa'], insideWords: true, severity: 'high', precision: 'medium', generic: false,
    pattern: /(?<=(?<![\w-])(?:bot)?\d{8,10})(?<secret>:AA[\w-]{33})(?![\w-])/y, after: 40, prefixLength: 3,
    grants: 'read and write as the bot', revoke: 'by asking @BotFather to /revoke it',
    examples: ({ fill }) => [`TELEGRAM_BOT_TOKEN=7${fill('0123456789', 9)}:AA${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', 33)}\n`],
    decoys: ['TELEGRAM_BOT_TOKEN=1234567890:your-token\n'],
  },
  token({ id: 'leaked-teams-webhook', name: 'Microsoft Teams webhook address', shape: 'webhook.office.com/webhookb2/{uuid:1}@{uuid:1}/IncomingWebhook/{hex:32}/{uuid:1}', severity: 'medium', grants: 'write in the channel', revoke: 'in Teams, at the connectors of the channel' }),
  named({ id: 'leaked-line-token', name: 'LINE channel access token', names: ['line_channel_access_token', 'channel_access_token'], shape: '{base64:160-180}=', severity: 'high', grants: send, revoke: 'at https://developers.line.biz/console' }),
  named({ id: 'leaked-twilio-api-key', name: 'Twilio API key', names: ['twilio_api_key', 'twilio_api_key_sid', 'twilio_api_sid', 'client'], shape: 'SK{hex:32}', severity: 'medium', precision: 'medium', grants: 'send and call on the bill of the account, with its secret', revoke: 'at https://console.twilio.com, under API keys' }),
  named({ id: 'leaked-twilio-auth-token', name: 'Twilio auth token', names: ['twilio_auth_token', 'twilio_token'], shape: '{hex:32}', severity: 'critical', precision: 'medium', grants: 'send and call on the bill of the account', revoke: 'at https://console.twilio.com, under Auth tokens' }),
  token({ id: 'leaked-sendgrid-key', name: 'SendGrid API key', shape: 'SG.{word:22}.{word:43}', severity: 'high', grants: 'send mail in the name of its owner', revoke: 'at https://app.sendgrid.com/settings/api_keys' }),
  token({ id: 'leaked-mailgun-key', name: 'Mailgun API key', shape: 'key-{hex:32}', severity: 'high', grants: send, revoke: 'at https://app.mailgun.com/settings/api_security' }),
  named({ id: 'leaked-mailgun-sending-key', name: 'Mailgun API key', names: ['mailgun_api_key', 'mailgun_key', 'mg_api_key'], shape: '{hex:32}-{hex:8}-{hex:8}', severity: 'high', precision: 'medium', grants: send, revoke: 'at https://app.mailgun.com/settings/api_security' }),
  named({ id: 'leaked-mailchimp-key', name: 'Mailchimp API key', names: ['mailchimp_api_key', 'mailchimp_key', 'mc_api_key'], shape: '{hex:32}-us{digit:1-2}', severity: 'high', precision: 'medium', grants: 'read the lists and send to them', revoke: 'in Mailchimp, under Extras, API keys' }),
  token({ id: 'leaked-mandrill-key', name: 'Mailchimp Transactional key', shape: 'md-{word:22}', severity: 'medium', precision: 'low', grants: send, revoke: 'in Mandrill, under Settings' }),
  token({ id: 'leaked-brevo-key', name: 'Brevo API key', shape: 'xkeysib-{hex:64}-{alnum:16}', severity: 'high', grants: send, revoke: 'at https://app.brevo.com/settings/keys/api' }),
  token({ id: 'leaked-brevo-smtp-key', name: 'Brevo SMTP key', shape: 'xsmtpsib-{hex:64}-{alnum:16}', severity: 'high', grants: 'send mail in the name of its owner', revoke: 'at https://app.brevo.com/settings/keys/smtp' }),
  token({ id: 'leaked-resend-key', name: 'Resend API key', shape: 're_{alnum:8}_{alnum:24}', severity: 'high', grants: 'send mail in the name of its owner', revoke: 'at https://resend.com/api-keys' }),
  named({ id: 'leaked-postmark-token', name: 'Postmark server token', names: ['postmark_api_token', 'postmark_server_token', 'postmark_token', 'x_postmark_server_token'], shape: '{uuid:1}', severity: 'high', grants: send, revoke: 'at https://account.postmarkapp.com' }),
  token({ id: 'leaked-facebook-token', name: 'Facebook access token', shape: 'EAA{alnum:100-300}', severity: 'high', grants: 'read and write as the user or page', revoke: 'at https://developers.facebook.com/tools/accesstoken' }),
  named({ id: 'leaked-facebook-app-secret', name: 'Facebook app secret', names: ['facebook_app_secret', 'facebook_secret', 'fb_app_secret', 'instagram_app_secret', 'meta_app_secret'], shape: '{hex:32}', severity: 'high', grants: 'speak for the application', revoke: 'at https://developers.facebook.com/apps' }),
  named({ id: 'leaked-twitter-bearer-token', name: 'X bearer token', names: ['twitter_bearer_token', 'bearer_token', 'x_bearer_token'], shape: 'AAAAAAAAAAAAAAAAAAAAA{alnum:15-40}%3{alnum:40-60}', severity: 'high', precision: 'medium', grants: 'call the API for the application', revoke: 'at https://developer.x.com/en/portal/dashboard' }),
  named({ id: 'leaked-twitter-secret', name: 'X consumer or access secret', names: ['twitter_api_secret', 'twitter_consumer_secret', 'twitter_access_token_secret', 'twitter_access_secret'], shape: '{alnum:45-50}', severity: 'high', precision: 'medium', grants: 'read and write as the user, with its token', revoke: 'at https://developer.x.com/en/portal/dashboard' }),
  named({ id: 'leaked-linkedin-secret', name: 'LinkedIn client secret', names: ['linkedin_client_secret', 'linkedin_secret'], shape: 'WPL_AP1.{alnum:16}.{base64:6}==', severity: 'high', precision: 'medium', grants: 'speak for the application', revoke: 'at https://www.linkedin.com/developers/apps' }),
  named({ id: 'leaked-intercom-token', name: 'Intercom access token', names: ['intercom_access_token', 'intercom_token'], shape: 'dG9rO{base64:54}=', severity: 'high', precision: 'medium', grants: 'read the conversations with customers', revoke: 'at https://app.intercom.com/a/apps/_/developer-hub' }),
]
