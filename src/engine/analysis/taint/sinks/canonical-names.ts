/**
 * Name prefixes and their canonical form. They cover packages that re-export another module's functions, and instances
 * that have their module's methods.
 */
const beginnings: readonly (readonly [string, string])[] = [
  ['fs-extra', 'fs'],
  ['graceful-fs', 'fs'],
  ['fs.promises', 'fs'],
  ['mz/fs', 'fs'],
  ['@zenfs/core', 'fs'],
  ['memfs', 'fs'],
  ['mz/child_process', 'child_process'],
  ['child-process-promise', 'child_process'],
  ['promisify-child-process', 'child_process'],
  ['cross-spawn.sync', 'child_process.spawnSync'],
  ['cross-spawn.spawn', 'child_process.spawn'],
  ['cross-spawn', 'child_process.spawn'],
  ['axios.create()', 'axios'],
  ['new axios.Axios', 'axios'],
  ['axios.default', 'axios'],
  ['got.extend()', 'got'],
  ['ky.create()', 'ky'],
  ['ky.extend()', 'ky'],
  ['superagent.agent()', 'superagent'],
  ['undici.fetch', 'fetch'],
  ['node-fetch', 'fetch'],
  ['cross-fetch.fetch', 'fetch'],
  ['cross-fetch', 'fetch'],
  ['isomorphic-fetch', 'fetch'],
  ['isomorphic-unfetch', 'fetch'],
  ['make-fetch-happen', 'fetch'],
  ['electron.net.fetch', 'fetch'],
  ['node-fetch-native', 'fetch'],
  ['ofetch.ofetch', 'ofetch'],
  ['https', 'http'],
  ['follow-redirects.http', 'http'],
  ['follow-redirects.https', 'http'],
  ['simple-git.simpleGit()', 'simple-git()'],
  ['new simple-git.SimpleGit', 'simple-git()'],
  ['execa.execa', 'execa'],
  ['execa.default', 'execa'],
  ['js-yaml.default', 'js-yaml'],
  ['new mysql2/promise', 'mysql2'],
  ['mysql2/promise', 'mysql2'],
  ['mysql2.promise', 'mysql2'],
  ['promise-mysql', 'mysql'],
  ['pg-pool', 'pg'],
  ['@neondatabase/serverless', 'pg'],
  ['puppeteer-core', 'puppeteer'],
  ['playwright-core', 'playwright'],
  ['@playwright/test', 'playwright'],
  ['playwright-chromium', 'playwright'],
  // Python
  ['requests.Session()', 'requests'],
  ['requests.session()', 'requests'],
  ['requests.sessions.Session()', 'requests'],
  ['httpx.AsyncClient()', 'httpx'],
  ['httpx.Client()', 'httpx'],
  ['aiohttp.ClientSession()', 'aiohttp'],
  ['aiohttp.client.ClientSession()', 'aiohttp'],
  ['curl_cffi.requests', 'requests'],
  ['urllib3.PoolManager()', 'urllib3'],
  ['builtins', ''],
  ['io.open', 'open'],
  ['codecs.open', 'open'],
  ['psycopg2', 'psycopg'],
  ['sqlalchemy.sql.text', 'sqlalchemy.text'],
  ['sqlalchemy.sql.expression.text', 'sqlalchemy.text'],
  ['pathlib.PosixPath', 'pathlib.Path'],
  ['anyio.Path', 'pathlib.Path'],
  ['aiopath.AsyncPath', 'pathlib.Path'],
  ['subprocess32', 'subprocess'],
  ['anyio.run_process', 'subprocess.run'],
  ['ruamel.yaml', 'yaml'],
  ['cPickle', 'pickle'],
  ['cloudpickle', 'pickle'],
  ['dill', 'pickle'],
]

/** Aliased prefixes by their first character, longest first. */
const byFirst = new Map<string, (readonly [string, string])[]>()
for (const alias of beginnings.toSorted(([one], [other]) => other.length - one.length)) {
  const first = alias[0][0] ?? ''
  byFirst.set(first, [...(byFirst.get(first) ?? []), alias])
}

/** Returns the name under which the sink models list an external name. */
export function canonicalName(name: string): string {
  const entered = name.includes('__') ? name.replaceAll(/\.__a?enter__\(\)/g, '') : name
  for (const [alias, meant] of byFirst.get(entered[0] ?? '') ?? []) {
    if (!entered.startsWith(alias)) continue
    const rest = entered.slice(alias.length)
    if (rest !== '' && rest[0] !== '.' && rest[0] !== '(') continue
    return meant === '' ? rest.slice(1) : `${meant}${rest}`
  }
  return entered
}

/** Returns the module or global at the start of a name. */
export function rootOf(name: string): string {
  const plain = name.startsWith('new ') ? name.replace(/^(?:new )+/, '') : name
  const end = plain.search(/[.(]/)
  return end < 0 ? plain : plain.slice(0, end)
}
