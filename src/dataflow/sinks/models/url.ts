import type { SinkEffect, SinkModel } from '../sink-model.ts'

const asks = { kind: 'url', effect: 'sends a request to where it says', capability: 'network-egress' } as const satisfies SinkEffect
const visits = { kind: 'url', effect: 'visits it in a browser', capability: 'network-egress' } as const satisfies SinkEffect
const connects = { kind: 'url', effect: 'connects to where it says', capability: 'network-egress' } as const satisfies SinkEffect

const verbs = 'get post put patch delete head options'.split(' ')

/** `axios.get(url)` and its like, for each method of HTTP. */
const verbsOf = (module: string): SinkModel[] => verbs.map((verb) => ({ callee: `${module}.${verb}`, argument: 0, when: 'no-object', ...asks, example: `import client from '${module}'; export const f = (tainted) => client.${verb}(tainted)` }))

const pythonVerbsOf = (module: string): SinkModel[] => verbs.map((verb) => ({ callee: `${module}.${verb}`, language: 'python', argument: 0, name: 'url', ...asks, example: `import ${module}\ndef f(tainted):\n    ${module}.${verb}(tainted)` }))

/** What says where a request goes. */
export const urlSinks: readonly SinkModel[] = [
  { callee: 'fetch', argument: 0, when: 'no-object', ...asks, example: 'export const f = (tainted) => fetch(`https://${tainted}/x`)' },
  { callee: 'new Request', argument: 0, ...asks, example: 'export const f = (tainted) => new Request(tainted)' },
  ...verbsOf('axios'), ...verbsOf('got'), ...verbsOf('ky'), ...verbsOf('superagent'), ...verbsOf('needle'),
  ...['axios', 'got', 'ky', 'superagent', 'ofetch', 'request', 'request-promise', 'phin', 'bent', 'simple-get', 'wretch'].map((name): SinkModel => ({ callee: name, argument: 0, when: 'no-object', ...asks, example: `import client from '${name}'; export const f = (tainted) => client(tainted)` })),
  { callee: 'axios', argument: 0, at: ['url'], ...asks, example: "import axios from 'axios'; export const f = (tainted) => axios({ url: tainted, method: 'GET' })" },
  { callee: 'axios', argument: 0, at: ['baseURL'], ...asks, example: "import axios from 'axios'; export const f = (tainted) => axios({ url: '/x', baseURL: tainted })" },
  { callee: 'axios.request', argument: 0, at: ['url'], ...asks, example: "import axios from 'axios'; export const f = (tainted) => axios.request({ url: tainted })" },
  { callee: 'axios.request', argument: 0, at: ['baseURL'], ...asks, example: "import axios from 'axios'; export const f = (tainted) => axios.request({ baseURL: tainted })" },
  { callee: 'axios.create', argument: 0, at: ['baseURL'], ...asks, effect: 'makes a client that sends its requests to where it says', example: "import axios from 'axios'; export const f = (tainted) => axios.create({ baseURL: tainted })" },
  ...['get', 'head', 'delete'].map((verb): SinkModel => ({ callee: `axios.${verb}`, argument: 1, at: ['baseURL'], ...asks, example: `import axios from 'axios'; export const f = (tainted) => axios.${verb}('/x', { baseURL: tainted })` })),
  { callee: 'got', argument: 0, at: ['url'], ...asks, example: "import got from 'got'; export const f = (tainted) => got({ url: tainted })" },
  { callee: 'got.stream', argument: 0, ...asks, example: "import got from 'got'; export const f = (tainted) => got.stream(tainted)" },
  { callee: 'got.extend', argument: 0, at: ['prefixUrl'], ...asks, example: "import got from 'got'; export const f = (tainted) => got.extend({ prefixUrl: tainted })" },
  { callee: 'request', argument: 0, at: ['url'], ...asks, example: "import request from 'request'; export const f = (tainted) => request({ url: tainted })" },
  { callee: 'request', argument: 0, at: ['uri'], ...asks, example: "import request from 'request'; export const f = (tainted) => request({ uri: tainted })" },
  { callee: 'request.get', argument: 0, ...asks, example: "import request from 'request'; export const f = (tainted) => request.get(tainted)" },
  { callee: 'request.post', argument: 0, ...asks, example: "import request from 'request'; export const f = (tainted) => request.post(tainted)" },
  ...['http.get', 'http.request'].flatMap((callee): SinkModel[] => [
    { callee, argument: 0, ...asks, when: 'no-object', example: `import http from 'node:http'; export const f = (tainted) => ${callee}(tainted)` },
    { callee, argument: 0, at: ['hostname'], ...asks, example: `import http from 'node:http'; export const f = (tainted) => ${callee}({ hostname: tainted })` },
    { callee, argument: 0, at: ['host'], ...asks, example: `import http from 'node:http'; export const f = (tainted) => ${callee}({ host: tainted })` },
  ]),
  { callee: 'http2.connect', argument: 0, ...connects, example: "import http2 from 'node:http2'; export const f = (tainted) => http2.connect(tainted)" },
  { callee: 'net.connect', argument: 0, at: ['host'], ...connects, example: "import net from 'node:net'; export const f = (tainted) => net.connect({ host: tainted, port: 1 })" },
  { callee: 'net.createConnection', argument: 0, at: ['host'], ...connects, example: "import net from 'node:net'; export const f = (tainted) => net.createConnection({ host: tainted, port: 1 })" },
  { callee: 'needle', argument: 1, ...asks, example: "import needle from 'needle'; export const f = (tainted) => needle('get', tainted)" },
  { callee: 'undici.request', argument: 0, when: 'no-object', ...asks, example: "import { request } from 'undici'; export const f = (tainted) => request(tainted)" },
  { callee: 'undici.stream', argument: 0, ...asks, example: "import { stream } from 'undici'; export const f = (tainted) => stream(tainted, {}, () => {})" },
  { callee: 'new undici.Client', argument: 0, ...connects, example: "import { Client } from 'undici'; export const f = (tainted) => new Client(tainted)" },
  { callee: 'new undici.Pool', argument: 0, ...connects, example: "import { Pool } from 'undici'; export const f = (tainted) => new Pool(tainted)" },
  { callee: 'new WebSocket', argument: 0, ...connects, example: 'export const f = (tainted) => new WebSocket(tainted)' },
  { callee: 'new ws', argument: 0, ...connects, example: "import WebSocket from 'ws'; export const f = (tainted) => new WebSocket(tainted)" },
  { callee: 'new ws.WebSocket', argument: 0, ...connects, example: "import { WebSocket } from 'ws'; export const f = (tainted) => new WebSocket(tainted)" },
  { callee: 'new EventSource', argument: 0, ...connects, example: 'export const f = (tainted) => new EventSource(tainted)' },
  { callee: 'new eventsource', argument: 0, ...connects, example: "import EventSource from 'eventsource'; export const f = (tainted) => new EventSource(tainted)" },
  { callee: 'new eventsource.EventSource', argument: 0, ...connects, example: "import { EventSource } from 'eventsource'; export const f = (tainted) => new EventSource(tainted)" },
  { callee: 'jsdom.JSDOM.fromURL', argument: 0, ...asks, example: "import { JSDOM } from 'jsdom'; export const f = (tainted) => JSDOM.fromURL(tainted)" },
  { method: 'goto', argument: 0, ...visits, example: 'export const f = (page, tainted) => page.goto(tainted)' },
  { method: 'loadURL', argument: 0, ...visits, example: 'export const f = (window, tainted) => window.loadURL(tainted)' },
  ...pythonVerbsOf('requests'), ...pythonVerbsOf('httpx'), ...pythonVerbsOf('aiohttp'),
  ...['requests', 'httpx', 'aiohttp', 'urllib3'].map((module): SinkModel => ({ callee: `${module}.request`, language: 'python', argument: 1, name: 'url', ...asks, example: `import ${module}\ndef f(tainted):\n    ${module}.request("GET", tainted)` })),
  { callee: 'aiohttp.request', language: 'python', argument: 1, name: 'url', ...asks, example: 'import aiohttp\ndef f(tainted):\n    aiohttp.request("GET", url=tainted)' },
  { callee: 'httpx.stream', language: 'python', argument: 1, name: 'url', ...asks, example: 'import httpx\ndef f(tainted):\n    httpx.stream("GET", tainted)' },
  ...['httpx.Request', 'httpx.build_request', 'requests.Request'].map((callee): SinkModel => ({ callee, language: 'python', argument: 1, name: 'url', ...asks, effect: 'makes a request to where it says', example: `import ${callee.split('.')[0]}\ndef f(tainted):\n    return ${callee.replace('httpx.build', 'httpx.AsyncClient().build')}("GET", tainted)` })),
  { callee: 'aiohttp.ws_connect', language: 'python', argument: 0, name: 'url', ...connects, example: 'import aiohttp\nasync def f(tainted):\n    async with aiohttp.ClientSession() as session:\n        await session.ws_connect(tainted)' },
  { callee: 'httpx.AsyncClient', language: 'python', argument: 99, name: 'base_url', ...asks, effect: 'makes a client that sends its requests to where it says', example: 'import httpx\ndef f(tainted):\n    return httpx.AsyncClient(base_url=tainted)' },
  { callee: 'httpx.Client', language: 'python', argument: 99, name: 'base_url', ...asks, effect: 'makes a client that sends its requests to where it says', example: 'import httpx\ndef f(tainted):\n    return httpx.Client(base_url=tainted)' },
  { callee: 'aiohttp.ClientSession', language: 'python', argument: 0, name: 'base_url', ...asks, effect: 'makes a client that sends its requests to where it says', example: 'import aiohttp\ndef f(tainted):\n    return aiohttp.ClientSession(base_url=tainted)' },
  { callee: 'urllib.request.urlopen', language: 'python', argument: 0, name: 'url', ...asks, example: 'from urllib.request import urlopen\ndef f(tainted):\n    return urlopen(tainted)' },
  { callee: 'urllib.request.Request', language: 'python', argument: 0, name: 'url', ...asks, example: 'import urllib.request\ndef f(tainted):\n    return urllib.request.Request(tainted)' },
  { callee: 'urllib.request.urlretrieve', language: 'python', argument: 0, name: 'url', ...asks, example: 'import urllib.request\ndef f(tainted):\n    urllib.request.urlretrieve(tainted)' },
  { callee: 'http.client.HTTPSConnection', language: 'python', argument: 0, name: 'host', ...connects, example: 'import http.client\ndef f(tainted):\n    http.client.HTTPSConnection(tainted)' },
  { callee: 'http.client.HTTPConnection', language: 'python', argument: 0, name: 'host', ...connects, example: 'import http.client\ndef f(tainted):\n    http.client.HTTPConnection(tainted)' },
  { callee: 'websockets.connect', language: 'python', argument: 0, ...connects, example: 'import websockets\nasync def f(tainted):\n    await websockets.connect(tainted)' },
  { callee: 'socket.create_connection', language: 'python', argument: 0, at: ['0'], ...connects, example: 'import socket\ndef f(tainted):\n    socket.create_connection((tainted, 80))' },
  { callee: 'feedparser.parse', language: 'python', argument: 0, ...asks, example: 'import feedparser\ndef f(tainted):\n    return feedparser.parse(tainted)' },
  { method: 'goto', language: 'python', argument: 0, name: 'url', ...visits, example: 'def f(page, tainted):\n    page.goto(tainted)' },
  ...verbs.map((verb): SinkModel => ({ method: verb, receiver: /\b(?:http ?client|http|client session|session|async client|httpx)\b/, language: 'python', argument: 0, name: 'url', ...asks, when: 'address-text', example: `def f(http_client, tainted):\n    http_client.${verb}(f"https://{tainted}/x")` })),
]
