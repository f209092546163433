import { type Credential, named, token } from '../credential.ts'

const workspace = 'read and change what its owner sees there'

/** Services in which people work, and those who say who somebody is. */
export const workspaces: readonly Credential[] = [
  token({ id: 'leaked-notion-token', name: 'Notion integration token', shape: 'ntn_{digit:11}{alnum:35}', severity: 'high', grants: workspace, revoke: 'at https://www.notion.so/profile/integrations' }),
  token({ id: 'leaked-notion-secret', name: 'Notion integration secret', shape: 'secret_{alnum:43}', severity: 'high', grants: workspace, revoke: 'at https://www.notion.so/profile/integrations' }),
  token({ id: 'leaked-linear-key', name: 'Linear API key', shape: 'lin_api_{alnum:40}', severity: 'high', grants: workspace, revoke: 'in Linear, under Settings, Security and access' }),
  token({ id: 'leaked-linear-oauth-token', name: 'Linear OAuth token', shape: 'lin_oauth_{hex:64}', severity: 'high', grants: workspace, revoke: 'in Linear, under Settings, Applications' }),
  token({ id: 'leaked-airtable-token', name: 'Airtable personal access token', shape: 'pat{alnum:14}.{hex:64}', severity: 'high', grants: workspace, revoke: 'at https://airtable.com/create/tokens' }),
  named({ id: 'leaked-airtable-key', name: 'Airtable API key', names: ['airtable_api_key', 'airtable_key'], shape: 'key{alnum:14}', severity: 'high', precision: 'medium', grants: workspace, revoke: 'at https://airtable.com/account' }),
  named({ id: 'leaked-asana-token', name: 'Asana personal access token', names: ['asana_access_token', 'asana_token', 'asana_pat'], shape: '{1|2}/{digit:13-17}/{digit:13-17}:{hex:32}', severity: 'high', precision: 'medium', grants: workspace, revoke: 'at https://app.asana.com/0/my-apps' }),
  token({ id: 'leaked-clickup-token', name: 'ClickUp API token', shape: 'pk_{digit:6-9}_{up36:32}', severity: 'high', grants: workspace, revoke: 'in ClickUp, under Settings, Apps' }),
  token({ id: 'leaked-figma-token', name: 'Figma personal access token', shape: 'figd_{word:40}', severity: 'high', grants: workspace, revoke: 'in the settings of Figma, under Security' }),
  token({ id: 'leaked-hubspot-token', name: 'HubSpot private app token', shape: 'pat-{na|eu|ap}{digit:1}-{uuid:1}', keywords: ['pat-na', 'pat-eu', 'pat-ap'], severity: 'high', grants: 'read and change contacts and deals', revoke: 'in HubSpot, under Integrations, Private apps' }),
  token({ id: 'leaked-contentful-token', name: 'Contentful management token', shape: 'CFPAT-{word:43}', severity: 'high', grants: 'change and delete content', revoke: 'at https://app.contentful.com/account/profile/cma_tokens' }),
  token({ id: 'leaked-typeform-token', name: 'Typeform personal token', shape: 'tfp_{word:44}_{word:14}', severity: 'high', grants: 'read forms and what people answered', revoke: 'at https://admin.typeform.com/user/tokens' }),
  token({ id: 'leaked-trello-token', name: 'Trello token', shape: 'ATTA{hex:64}{HEX:8}', severity: 'high', grants: workspace, revoke: 'at https://trello.com/my/account' }),
  token({ id: 'leaked-dropbox-token', name: 'Dropbox access token', shape: 'sl.{word:130-200}', severity: 'medium', grants: 'read and change files for some hours', revoke: 'at https://www.dropbox.com/developers/apps' }),
  token({ id: 'leaked-mapbox-secret-token', name: 'Mapbox secret token', shape: 'sk.eyJ{word:60-100}.{word:22}', severity: 'medium', grants: 'change maps and tokens of the account', revoke: 'at https://console.mapbox.com/account/access-tokens' }),
  token({ id: 'leaked-salesforce-token', name: 'Salesforce access token', shape: '00D{alnum:12}!{word:80-112}', severity: 'high', grants: 'read and change records as the user', revoke: 'in the setup of Salesforce, under Session management' }),
  named({ id: 'leaked-zendesk-token', name: 'Zendesk API token', names: ['zendesk_api_token', 'zendesk_token'], shape: '{alnum:40}', severity: 'high', grants: 'read the tickets of customers', revoke: 'in the admin center of Zendesk, under API' }),
  named({ id: 'leaked-okta-token', name: 'Okta API token', names: ['okta_api_token', 'okta_token', 'okta_client_token'], shape: '00{word:40}', severity: 'critical', precision: 'medium', grants: 'change users and who may sign in where', revoke: 'in the admin console of Okta, under Security, API' }),
  named({ id: 'leaked-auth0-secret', name: 'Auth0 client secret', names: ['auth0_client_secret', 'auth0_secret'], shape: '{word:64}', severity: 'critical', precision: 'medium', grants: 'speak for the application, with a management client for the whole tenant', revoke: 'at https://manage.auth0.com, at the application' }),
  token({ id: 'leaked-workos-key', name: 'WorkOS API key', shape: 'sk_live_a2V5{alnum:40-80}', severity: 'critical', grants: 'read and change the users of the application', revoke: 'at https://dashboard.workos.com/api-keys' }),
  token({ id: 'leaked-readme-key', name: 'ReadMe API key', shape: 'rdme_{low36:70}', severity: 'medium', grants: 'change the documentation', revoke: 'in the dashboard of ReadMe, under API keys' }),
  token({ id: 'leaked-frameio-token', name: 'Frame.io token', shape: 'fio-u-{word:64}', severity: 'high', grants: workspace, revoke: 'at https://developer.frame.io/app/tokens' }),
  token({ id: 'leaked-adobe-client-secret', name: 'Adobe client secret', shape: 'p8e-{alnum:32}', severity: 'high', grants: 'speak for the application', revoke: 'at https://developer.adobe.com/console' }),
  named({ id: 'leaked-shodan-key', name: 'Shodan API key', names: ['shodan_api_key', 'shodan_key'], shape: '{alnum:32}', severity: 'medium', grants: 'search on the bill of its owner', revoke: 'at https://account.shodan.io' }),
  named({ id: 'leaked-virustotal-key', name: 'VirusTotal API key', names: ['virustotal_api_key', 'vt_api_key'], shape: '{hex:64}', severity: 'medium', precision: 'medium', grants: 'search on the account of its owner', revoke: 'at https://www.virustotal.com/gui/my-apikey' }),
  named({ id: 'leaked-openweather-key', name: 'OpenWeather API key', names: ['openweathermap_api_key', 'openweather_api_key', 'owm_api_key'], shape: '{hex:32}', severity: 'low', grants: 'ask for the weather on the account of its owner', revoke: 'at https://home.openweathermap.org/api_keys' }),
]
