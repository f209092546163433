import { type Credential, named, token } from '../credential.ts'

const content = 'read and change the content'
const data = 'read and change the data'
const quota = 'use the quota of the account, at the expense of the owner'

const word = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'

/** Data platforms, content, media, and public data. A link before each entry documents its format. */
export const dataAndContent: readonly Credential[] = [
  // https://docs.getdbt.com/docs/dbt-cloud-apis/authentication
  token({
    id: 'leaked-dbt-token',
    name: 'dbt Cloud token',
    shape: '{dbtc|dbtu}_{word:40-90}',
    keywords: ['dbtc_', 'dbtu_'],
    severity: 'high',
    grants: 'read and run the jobs of the account',
    revoke: 'in dbt Cloud under Account settings > API tokens',
  }),
  // https://xata.io/docs/concepts/api-keys
  token({
    id: 'leaked-xata-key',
    name: 'Xata API key',
    shape: 'xau_{alnum:32-60}',
    severity: 'high',
    grants: data,
    revoke: 'in Xata under Account settings',
  }),
  // https://docs.fauna.com/fauna/current/learn/security/keys/
  named({
    id: 'leaked-fauna-secret',
    name: 'Fauna secret',
    names: ['fauna_secret', 'faunadb_secret', 'fauna_key', 'fauna_admin_key'],
    shape: 'fn{word:38}',
    severity: 'high',
    precision: 'medium',
    grants: data,
    revoke: 'in the Fauna dashboard under Keys',
  }),
  // https://hasura.io/docs/latest/deployment/securing-graphql-endpoint/
  named({
    id: 'leaked-hasura-secret',
    name: 'Hasura admin secret',
    names: ['hasura_graphql_admin_secret', 'hasura_admin_secret', 'x_hasura_admin_secret'],
    shape: '{word:24-100}',
    accepts: ({ secret }) => /\d/.test(secret) && /[A-Za-z]/.test(secret) && !/secret|admin/i.test(secret),
    severity: 'critical',
    grants: 'read and change all data, and change the schema',
    revoke: 'Set a new `HASURA_GRAPHQL_ADMIN_SECRET`',
  }),
  // https://www.apollographql.com/docs/graphos/platform/access-management/api-keys
  {
    id: 'leaked-apollo-key',
    name: 'Apollo GraphOS API key',
    keywords: ['service:', 'user:gh.'],
    insideWords: false,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>(?:service:[A-Za-z][\w-]{1,60}|user:gh\.[\w.-]{1,60}):[\w-]{22})(?![\w-])/y,
    after: 160,
    prefixLength: 0,
    accepts: ({ secret }) => /\d/.test(secret.slice(-22)) && /[A-Z]/.test(secret.slice(-22)),
    grants: 'read and publish the schema of the graph',
    revoke: 'in GraphOS Studio under Settings > API Keys',
    examples: ({ fill }) => [`APOLLO_KEY=service:orders:${fill('ABCDEFGHabcdefgh', 21)}7\n`],
    decoys: ['APOLLO_KEY=service:orders:your-api-key-goes-here\n'],
  },
  // https://www.sanity.io/docs/http-auth
  named({
    id: 'leaked-sanity-token',
    name: 'Sanity API token',
    names: ['sanity_token', 'sanity_api_token', 'sanity_auth_token', 'sanity_write_token', 'sanity_api_write_token'],
    shape: 'sk{alnum:78-200}',
    severity: 'high',
    precision: 'medium',
    grants: content,
    revoke: 'in Sanity Manage under API > Tokens',
  }),
  // https://ghost.org/docs/admin-api/#token-authentication
  named({
    id: 'leaked-ghost-key',
    name: 'Ghost Admin API key',
    names: ['ghost_admin_api_key', 'ghost_admin_key', 'ghost_api_key', 'ghost_key'],
    shape: '{hex:24}:{hex:64}',
    severity: 'high',
    precision: 'medium',
    grants: content,
    revoke: 'in Ghost Admin under Settings > Integrations',
  }),
  // https://cloudinary.com/documentation/how_to_integrate_cloudinary
  {
    id: 'leaked-cloudinary-secret',
    name: 'Cloudinary URL with the API secret',
    keywords: ['cloudinary://'],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /cloudinary:\/\/\d{12,18}:(?<secret>[\w-]{27})@[\w-]{2,60}/y,
    after: 140,
    prefixLength: 0,
    grants: 'read, upload, and delete the media of the account',
    revoke: 'in Cloudinary under Settings > API Keys',
    examples: ({ fill }) => [
      `CLOUDINARY_URL=cloudinary://482915736204815:${fill('ABCDEFGHabcdefgh0123456789', 27)}@shop\n`,
    ],
    decoys: ['CLOUDINARY_URL=cloudinary://API_KEY:API_SECRET@CLOUD_NAME\n'],
  },
  // https://www.backblaze.com/docs/cloud-storage-application-keys
  named({
    id: 'leaked-backblaze-key',
    name: 'Backblaze B2 application key',
    names: ['b2_application_key', 'backblaze_application_key', 'backblaze_key', 'b2_app_key'],
    shape: 'K00{digit:1}{base64:27}',
    severity: 'high',
    precision: 'medium',
    grants: 'read and change the files in the buckets',
    revoke: 'in Backblaze under Application Keys',
  }),
  // https://dev.maxmind.com/license-key-validation-api
  named({
    id: 'leaked-maxmind-key',
    name: 'MaxMind license key',
    shape: '{alnum:6}_{alnum:29}_mmk',
    names: ['maxmind_license_key', 'geoipupdate_license_key', 'maxmind_key', 'license_key'],
    severity: 'low',
    grants: quota,
    revoke: 'in the MaxMind account portal under Manage License Keys',
  }),
  // https://docs.rapidapi.com/docs/keys
  {
    id: 'leaked-rapidapi-key',
    name: 'RapidAPI key',
    keywords: ['rapidapi', 'x-rapidapi-key', 'rapid_api', 'mashape'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(
      String.raw`(?:[Xx]-)?(?:[Rr]apid_?[Aa][Pp][Ii]|RAPID_?API|[Mm]ashape|MASHAPE)[\w.-]{0,24}["'\x60)\]]{0,3}` +
        String.raw`\s{0,4}[=:,]\s{0,4}["'\x60]?(?<secret>[\da-z]{10}msh[\da-f]{15}p1[\da-f]{5,7}jsn[\da-f]{12})(?![\w-])`,
      'y',
    ),
    after: 140,
    prefixLength: 0,
    grants: 'use every API that the account subscribes to, at the expense of the owner',
    revoke: 'in RapidAPI under My Apps > Authorization',
    examples: ({ fill }) => [
      `'X-RapidAPI-Key': '${fill('0123456789abcdef', 10)}msh${fill('0123456789abcdef', 15)}p1` +
        `${fill('0123456789abcdef', 6)}jsn${fill('0123456789abcdef', 12)}'\n`,
    ],
    decoys: ["'X-RapidAPI-Key': 'SIGN-UP-FOR-KEY'\n"],
  },
  // https://api.nasa.gov
  {
    id: 'leaked-nasa-key',
    name: 'NASA API key',
    keywords: ['api.nasa.gov/'],
    insideWords: false,
    severity: 'low',
    precision: 'medium',
    generic: false,
    pattern: /api\.nasa\.gov\/[\w./-]{1,80}\?(?:[\w%.&=-]{1,200}&)?api_key=(?<secret>[A-Za-z0-9]{40})(?![\w-])/y,
    after: 360,
    prefixLength: 0,
    grants: quota,
    revoke: 'Request a new key at https://api.nasa.gov',
    examples: ({ fill }) => [`https://api.nasa.gov/planetary/apod?api_key=${fill('ABCDEFGHabcdefgh0123456789', 40)}\n`],
    decoys: ['https://api.nasa.gov/planetary/apod?api_key=DEMO_KEY\n'],
  },
  // https://developer.spotify.com/documentation/web-api/concepts/apps
  named({
    id: 'leaked-media-client-secret',
    name: 'client secret of Spotify, Twitch, Strava, or Reddit',
    names: [
      'spotify_client_secret',
      'spotify_secret',
      'twitch_client_secret',
      'twitch_secret',
      'strava_client_secret',
      'reddit_client_secret',
      'reddit_secret',
    ],
    shape: '{alnum:27-40}',
    accepts: ({ secret }) => /\d/.test(secret) && /[A-Za-z]/.test(secret),
    severity: 'medium',
    grants: 'act as the application, and exchange sign-in codes for tokens',
    revoke: "in the application's settings at the service",
  }),
  // https://cal.com/docs/api-reference/v1/introduction
  token({
    id: 'leaked-cal-key',
    name: 'Cal.com API key',
    shape: 'cal_live_{hex:32}',
    severity: 'medium',
    grants: 'read and change bookings',
    revoke: 'in Cal.com under Settings > Developer > API keys',
  }),
  // https://help.kagi.com/kagi/api/overview.html
  named({
    id: 'leaked-kagi-key',
    name: 'Kagi API key or session token',
    names: ['kagi_api_key', 'kagi_api_token', 'kagi_token', 'kagi_session_token'],
    shape: '{word:11}.{word:43}',
    severity: 'medium',
    precision: 'medium',
    grants: "search and use models at the owner's expense",
    revoke: 'in Kagi under Settings > Advanced',
  }),
  // https://help.kagi.com/kagi/getting-started/setting-default.html, session link
  {
    id: 'leaked-kagi-link',
    name: 'Kagi session link',
    keywords: ['kagi.com/search?'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /kagi\.com\/search\?(?:q=[^&\s"']{0,60}&)?token=(?<secret>[\w-]{11}\.[\w-]{43})(?![\w-])/y,
    after: 200,
    prefixLength: 0,
    grants: 'search as the user, and read their settings',
    revoke: 'in Kagi under Settings > Account > Session link',
    examples: ({ fill }) => [`{ "url": "https://kagi.com/search?token=${fill(word, 11)}.${fill(word, 43)}&q=%s" }\n`],
    decoys: ['{ "url": "https://kagi.com/search?token=%s&q=%s" }\n'],
  },
]
