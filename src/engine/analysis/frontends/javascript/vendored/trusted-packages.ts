/**
 * Libraries that evaluate code that they generated themselves but do not start programs. If a section with one of these
 * names starts programs, it is not attributed to the library.
 */
const namesOfEvaluating = (
  'ajv ajv-draft-04 ajv-formats ajv-keywords ajv-errors fast-json-stringify json-schema-faker depd express ' +
  `lodash lodash-es lodash.template underscore core-js core-js-pure regenerator-runtime setimmediate
  get-intrinsic function-bind call-bind call-bind-apply-helpers es-abstract es-errors is-callable ` +
  'is-generator-function async-function generator-function make-generator-function has-symbols globalthis ' +
  `globalthis-polyfill get-proto dunder-proto object-inspect
  zod valibot @sinclair/typebox typebox joi yup superstruct arktype effect io-ts class-validator ` +
  'class-transformer'
).split(/\s+/)

const evaluatingNames: ReadonlySet<string> = new Set(namesOfEvaluating)

/**
 * Libraries that start programs or evaluate code as part of their purpose, by name or scope. A comment with one of
 * these names is not proof, because it can be forged. Sections with other names that start programs or evaluate code
 * are analyzed, so code can hide only behind a name from this list.
 */
const namesOfActing = (
  'cross-spawn execa nano-spawn tinyexec foreground-child spawn-rx human-signals npm-run-path which isexe ' +
  `shebang-command signal-exit tree-kill ps-tree pidtree get-stream
  @modelcontextprotocol/sdk @modelcontextprotocol/server @modelcontextprotocol/client ` +
  `@modelcontextprotocol/core fastmcp mcp-framework mcp-proxy xsschema pkce-challenge
  open opn default-browser default-browser-id bundle-name run-applescript wsl-utils is-wsl is-docker ` +
  `is-inside-container clipboardy term-size os-locale update-notifier configstore
  puppeteer puppeteer-core @puppeteer/browsers playwright playwright-core chromium-bidi ` +
  `selenium-webdriver chrome-launcher chrome-finder jsdom happy-dom cheerio
  typescript esbuild rollup webpack terser uglify-js @babel/core @babel/standalone acorn meriyah ` +
  `prettier eslint sucrase tsx jiti
  commander yargs cac inquirer @inquirer/core @inquirer/prompts enquirer prompts @clack/core ` +
  `@clack/prompts ink shelljs zx cosmiconfig lilconfig rc
  debug pino pino-pretty thread-stream sonic-boom winston bunyan log4js real-require on-exit-leak-free
  handlebars ejs pug nunjucks mustache hogan.js dot eta liquidjs art-template doT marked mermaid d3 vega ` +
  'vega-lite vega-expression vega-functions react react-dom preact vue svelte @vue/compiler-dom ' +
  `@vue/compiler-core
  protobufjs @protobufjs/inquire @protobufjs/codegen google-protobuf @grpc/grpc-js @grpc/proto-loader ` +
  'generate-function generate-object-property mysql2 mysql mariadb pg pg-native pgpass postgres mongodb ' +
  `mongoose bson sift tedious oracledb better-sqlite3 sqlite3 sql.js knex sequelize typeorm
  bindings node-gyp-build node-addon-api prebuild-install file-uri-to-path detect-libc keytar fsevents ` +
  'chokidar tmp rimraf proper-lockfile env-paths dotenv dotenv-expand machine-id node-machine-id ' +
  `systeminformation
  simple-git isomorphic-git dockerode ssh2 node-ssh docker-modem @kubernetes/client-node googleapis ` +
  `google-auth-library gaxios gcp-metadata
  axios got undici node-fetch follow-redirects fastify find-my-way koa hono bluebird q async rxjs ` +
  'iconv-lite safer-buffer vm2 isolated-vm quickjs-emscripten jsonpath jsonpath-plus jsep expr-eval mathjs ' +
  `jexl json-logic-js static-eval esprima escodegen hexoid formidable
  posthog-node mixpanel applicationinsights newrelic dd-trace elastic-apm-node @segment/analytics-node ` +
  'exceljs xlsx pdfjs-dist pdf-parse sharp canvas tesseract.js fluent-ffmpeg web-worker comlink workerpool ' +
  'piscina source-map-support'
).split(/\s+/)

const actingNames: ReadonlySet<string> = new Set(namesOfActing)
const actingScopes: ReadonlySet<string> = new Set([
  '@sentry',
  '@opentelemetry',
  '@aws-sdk',
  '@smithy',
  '@aws-crypto',
  '@azure',
  '@google-cloud',
  '@octokit',
  '@babel',
  '@protobufjs',
  '@grpc',
  '@prisma',
  '@langchain',
  '@ai-sdk',
  '@vercel',
  '@hono',
  '@fastify',
  '@hapi',
  '@nestjs',
  '@angular',
  '@vue',
  '@types',
  '@jridgewell',
  '@ampproject',
  '@inquirer',
  '@clack',
  '@puppeteer',
  '@playwright',
  '@modelcontextprotocol',
  '@img',
])

/**
 * More libraries that read files or access hosts or databases as part of their purpose. Sections with other names that
 * do so are analyzed. Otherwise, a comment could hide a project helper that reads any path that a caller passes.
 */
const namesOfReaching = (
  'fs-extra graceful-fs mz memfs glob fast-glob globby tar tar-fs tar-stream unzipper adm-zip yauzl yazl ' +
  'extract-zip archiver jszip decompress fflate node-stream-zip write-file-atomic atomically fdir readdirp ' +
  '@nodelib/fs.walk @nodelib/fs.stat @nodelib/fs.scandir del trash temp make-dir find-up locate-path ' +
  `path-exists pkg-dir read-pkg load-json-file conf keyv cacache
  express router connect send serve-static serve-handler serve-index koa-send koa-static etag ` +
  'finalhandler raw-body body-parser multer busboy formidable cors helmet http-proxy http-proxy-middleware ' +
  `polka restify supertest core-js
  request superagent needle ky ofetch cross-fetch isomorphic-fetch isomorphic-unfetch make-fetch-happen ` +
  'minipass-fetch node-fetch-native fetch-blob whatwg-fetch unfetch eventsource eventsource-parser ws isows ' +
  'socket.io socket.io-client engine.io engine.io-client form-data form-data-encoder proxy-agent ' +
  'https-proxy-agent http-proxy-agent socks-proxy-agent socks agent-base cacheable-request cacheable-lookup ' +
  'http2-wrapper nodemailer imapflow mailparser ftp basic-ftp mqtt amqplib kafkajs nats jose jwks-rsa ' +
  `openid-client oauth4webapi
  redis ioredis kysely drizzle-orm pg-pool pg-protocol pg-connection-string promise-mysql sqlite sqlite3 ` +
  'libsql neo4j-driver neo4j-driver-core neo4j-driver-bolt-connection cassandra-driver mssql snowflake-sdk ' +
  'duckdb @neondatabase/serverless @libsql/client @supabase/supabase-js @supabase/postgrest-js ' +
  '@supabase/storage-js @elastic/elasticsearch @elastic/transport @opensearch-project/opensearch ' +
  `@notionhq/client @slack/web-api stripe twilio openai ai @anthropic-ai/sdk @google/genai
  qs fast-uri fast-xml-parser zod-to-json-schema ajv-formats mime mime-types mime-db js-yaml yaml ` +
  'gray-matter csv-parse papaparse turndown jimp pdfkit pdf-lib docx mammoth officeparser node-html-parser ' +
  'linkedom parse5 css-select htmlparser2 @mozilla/readability node-gyp-build'
).split(/\s+/)

const reachingNames: ReadonlySet<string> = new Set(namesOfReaching)

/** Libraries for MCP servers. Their code contains the words that indicate offered tools. */
const offering = new RegExp(
  String.raw`^(?:@modelcontextprotocol\/|@ai-sdk\/|@langchain\/|@sentry\/|fastmcp$|mcp-framework$|mcp-proxy$|` +
    String.raw`mcp-lite$|xmcp$|ai$|agents$|openai$|mcp-handler$)`,
)

/**
 * Words that indicate harmful operations or input, interpreted broadly. Code without any of them only computes values.
 */
const harmfulWords = new RegExp(
  String.raw`\b(?:fetch|exec|spawn|query|writeFile|readFile|createReadStream|unlink|rename|rm|mkdir|open|` +
    String.raw`require|import|registerTool|registerResource|registerPrompt|setRequestHandler|createServer|` +
    String.raw`listen|process|startsWith|realpath)\b`,
)

const startingWords =
  /child_process|(?<![.\w$])(?:exec|fork|spawn|execFile)(?:Sync)?(?:\$\d+)?\(|\b(?:spawnSync|execSync|execFileSync)\b/
const evaluatingWords = /(?<![.\w$])eval\b|\bFunction\(|\brunIn(?:This|New)?Context\b|\bvm\b/
const offeringWords = /\bregisterTool\b|\.tool\(|\baddTool\b|CallToolRequestSchema|["'`]tools\/call["'`]/

/** Words that indicate access to files, hosts, or databases. */
const reachingWords = new RegExp(
  String.raw`\b(?:readFile|writeFile|appendFile|copyFile|unlink|rmdir|mkdir|readdir|symlink|` +
    String.raw`openSync)(?:Sync)?\b|\bcreate(?:Read|Write)Stream\b|\bcreateConnection\b|\bXMLHttpRequest\b|` +
    String.raw`(?<![.\w$])(?:fetch|axios|got|request)\(|\bhttps?\d*\.(?:request|get)\(|\.(?:query|execute)\(`,
)

/** Returns why code attributed to another package is analyzed anyway, or undefined if it is skipped. */
export function reasonToLookAt(
  packageName: string,
  text: string,
): 'starts programs' | 'offers tools' | 'reaches outside' | undefined {
  if (offeringWords.test(text) && !offering.test(packageName)) return 'offers tools'
  const scope = packageName.startsWith('@') ? packageName.slice(0, packageName.indexOf('/')) : undefined
  if (actingNames.has(packageName) || (scope !== undefined && actingScopes.has(scope))) return undefined
  if (startingWords.test(text) || (!evaluatingNames.has(packageName) && evaluatingWords.test(text)))
    return 'starts programs'
  return !reachingNames.has(packageName) && reachingWords.test(text) ? 'reaches outside' : undefined
}

/**
 * True if code used by a library does something for which the library is not known: it starts programs or offers tools.
 * The code may evaluate other code even if the library itself does not.
 */
export function isActing(packageName: string, text: string): boolean {
  const reason = reasonToLookAt(packageName, text)
  return reason === 'offers tools' || (reason !== undefined && startingWords.test(text))
}

/** True if code has no effects that are relevant to the analysis. */
export function isHarmless(text: string): boolean {
  return (
    !harmfulWords.test(text) && !startingWords.test(text) && !evaluatingWords.test(text) && !offeringWords.test(text)
  )
}
