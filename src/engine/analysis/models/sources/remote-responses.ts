import type { SourceLanguage } from '../../source-language.ts'
import { anyShape, harmlessShape, objectShape, type Shape } from '../../schemas/shape.ts'
import type { SourceLabel } from '../../taint/sources/source-label.ts'

/** A function that fetches something from a host, by qualified name. */
export interface RemoteModel {
  readonly id: string
  /** Matches the qualified name. `()` denotes the result of a call and `new` an instance. */
  readonly name: RegExp
  /** Last parts of the names that `name` matches, used to find calls. */
  readonly functions: readonly string[]
  /** True if the response is passed to a callback, the last argument, instead of being returned. */
  readonly isCallback?: boolean
  readonly language: SourceLanguage
  readonly example: string
}

const verbs = ['get', 'post', 'put', 'patch', 'delete', 'head', 'request', 'options']

export const remoteModels: readonly RemoteModel[] = [
  {
    id: 'aiohttp',
    name: /^aiohttp\.(?:ClientSession\(\)\.\w+|request)$/,
    functions: verbs,
    language: 'python',
    example:
      'import aiohttp\nasync def load(url):\n    async with aiohttp.ClientSession() as session:\n        ' +
      'async with session.get(url) as answer:\n            return await answer.text()\n',
  },
  {
    id: 'axios',
    name: new RegExp(
      String.raw`^(?:new )?axios(?:\.(?:axios|default|create\(\)|Axios))*(?:\.(?:get|post|put|patch|delete|head|` +
        String.raw`request|options))?$`,
    ),
    functions: [...verbs, 'axios'],
    language: 'javascript',
    example:
      "import axios from 'axios'\nconst client = axios.create({ baseURL: 'https://api.example' })\nexport " +
      "const load = async () => (await client.get('/x')).data",
  },
  {
    id: 'fetch',
    name: new RegExp(
      String.raw`^(?:(?:globalThis|window|self|undici)\.)?(?:fetch|undici\.request|node-fetch|cross-fetch|` +
        String.raw`isomorphic-fetch|isomorphic-unfetch)$`,
    ),
    functions: ['fetch', 'request', 'node-fetch', 'cross-fetch', 'isomorphic-fetch', 'isomorphic-unfetch'],
    language: 'javascript',
    example: 'export const load = async (url) => (await fetch(url)).json()',
  },
  {
    id: 'got',
    name: new RegExp(
      String.raw`^(?:got|ky|needle|superagent|wretch|bent|phin|request|` +
        String.raw`request-promise)(?:\.(?:extend|defaults|create)\(\))*(?:\.\w+)?$`,
    ),
    functions: [...verbs, 'got', 'ky', 'needle', 'superagent', 'wretch', 'phin', 'request', 'request-promise'],
    language: 'javascript',
    example: "import got from 'got'\nexport const load = (url) => got(url).json()",
  },
  {
    id: 'http',
    name: /^https?\.(?:get|request)$/,
    functions: ['get', 'request'],
    isCallback: true,
    language: 'javascript',
    example:
      "import https from 'node:https'\nexport const load = (url, use) => https.get(url, (answer) => " +
      "answer.on('data', use))",
  },
  {
    id: 'httpx',
    name: new RegExp(
      String.raw`^(?:httpx|requests)\.(?:(?:AsyncClient|Client|Session|session)\(\)\.)?(?:get|post|put|patch|` +
        String.raw`delete|head|request|options|stream)$`,
    ),
    functions: [...verbs, 'stream'],
    language: 'python',
    example:
      'import httpx\nasync def load(url):\n    async with httpx.AsyncClient() as client:\n        return ' +
      '(await client.get(url)).json()\n',
  },
  {
    id: 'oauth-metadata',
    name: new RegExp(
      String.raw`^(?:@modelcontextprotocol\/.*|openid-client|oauth4webapi)\.(?:Issuer\.)?(?:discover\w*|` +
        String.raw`discovery\w*|registerClient|exchangeAuthorization|startAuthorization)$`,
    ),
    functions: [
      'discover',
      'discovery',
      'discoverOAuthMetadata',
      'discoverAuthorizationServerMetadata',
      'discoverOAuthProtectedResourceMetadata',
      'registerClient',
      'startAuthorization',
      'discoveryRequest',
    ],
    language: 'javascript',
    example:
      "import { discoverOAuthMetadata } from '@modelcontextprotocol/sdk/client/auth.js'\nexport const load " +
      '= async (url) => (await discoverOAuthMetadata(url)).authorization_endpoint',
  },
  {
    id: 'urllib',
    name: /^(?:urllib\.request\.urlopen|urllib3\.(?:PoolManager\(\)\.)?request)$/,
    functions: ['urlopen', 'request'],
    language: 'python',
    example: 'from urllib.request import urlopen\ndef load(url):\n    return urlopen(url).read()\n',
  },
]

/** A response. The status fields are harmless. */
export const answerShape: Shape = objectShape(
  new Map([
    ...['status', 'statusCode', 'status_code', 'ok', 'is_success', 'redirected', 'type', 'elapsed', 'bodyUsed'].map(
      (name) => [name, harmlessShape] as const,
    ),
    ['data', anyShape],
  ]),
  anyShape,
)

/** SDK methods that provide a URL chosen by the peer. */
export const handedOver: ReadonlyMap<string, SourceLabel> = new Map([
  ['redirectToAuthorization', { part: 'authorization-url', of: 'host' }],
])
