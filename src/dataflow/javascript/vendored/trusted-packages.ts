/** Libraries that evaluate code that they made themselves, and start no programs: code under one of these names that does so is not theirs. */
const namesOfEvaluating = `ajv ajv-draft-04 ajv-formats ajv-keywords ajv-errors fast-json-stringify json-schema-faker depd express lodash lodash-es lodash.template underscore core-js core-js-pure regenerator-runtime setimmediate
  get-intrinsic function-bind call-bind call-bind-apply-helpers es-abstract es-errors is-callable is-generator-function async-function generator-function make-generator-function has-symbols globalthis globalthis-polyfill get-proto dunder-proto object-inspect
  zod valibot @sinclair/typebox typebox joi yup superstruct arktype effect io-ts class-validator class-transformer`.split(/\s+/)

const evaluatingNames: ReadonlySet<string> = new Set(namesOfEvaluating)

/**
 * Libraries that start programs or evaluate code as a part of what they are, by name or scope. That a section bears one of these names is not proof:
 * marks can be forged. What bears any other name and does so stays in the analysis, so that hiding needs at least a name from here.
 */
const namesOfActing = `cross-spawn execa nano-spawn tinyexec foreground-child spawn-rx human-signals npm-run-path which isexe shebang-command signal-exit tree-kill ps-tree pidtree get-stream
  @modelcontextprotocol/sdk @modelcontextprotocol/server @modelcontextprotocol/client @modelcontextprotocol/core fastmcp mcp-framework mcp-proxy xsschema pkce-challenge
  open opn default-browser default-browser-id bundle-name run-applescript wsl-utils is-wsl is-docker is-inside-container clipboardy term-size os-locale update-notifier configstore
  puppeteer puppeteer-core @puppeteer/browsers playwright playwright-core chromium-bidi selenium-webdriver chrome-launcher chrome-finder jsdom happy-dom cheerio
  typescript esbuild rollup webpack terser uglify-js @babel/core @babel/standalone acorn meriyah prettier eslint sucrase tsx jiti
  commander yargs cac inquirer @inquirer/core @inquirer/prompts enquirer prompts @clack/core @clack/prompts ink shelljs zx cosmiconfig lilconfig rc
  debug pino pino-pretty thread-stream sonic-boom winston bunyan log4js real-require on-exit-leak-free
  handlebars ejs pug nunjucks mustache hogan.js dot eta liquidjs art-template doT marked mermaid d3 vega vega-lite vega-expression vega-functions react react-dom preact vue svelte @vue/compiler-dom @vue/compiler-core
  protobufjs @protobufjs/inquire @protobufjs/codegen google-protobuf @grpc/grpc-js @grpc/proto-loader generate-function generate-object-property mysql2 mysql mariadb pg pg-native pgpass postgres mongodb mongoose bson sift tedious oracledb better-sqlite3 sqlite3 sql.js knex sequelize typeorm
  bindings node-gyp-build node-addon-api prebuild-install file-uri-to-path detect-libc keytar fsevents chokidar tmp rimraf proper-lockfile env-paths dotenv dotenv-expand machine-id node-machine-id systeminformation
  simple-git isomorphic-git dockerode ssh2 node-ssh docker-modem @kubernetes/client-node googleapis google-auth-library gaxios gcp-metadata
  axios got undici node-fetch follow-redirects fastify find-my-way koa hono bluebird q async rxjs iconv-lite safer-buffer vm2 isolated-vm quickjs-emscripten jsonpath jsonpath-plus jsep expr-eval mathjs jexl json-logic-js static-eval esprima escodegen hexoid formidable
  posthog-node mixpanel applicationinsights newrelic dd-trace elastic-apm-node @segment/analytics-node exceljs xlsx pdfjs-dist pdf-parse sharp canvas tesseract.js fluent-ffmpeg web-worker comlink workerpool piscina source-map-support`.split(/\s+/)

const actingNames: ReadonlySet<string> = new Set(namesOfActing)
const actingScopes: ReadonlySet<string> = new Set(['@sentry', '@opentelemetry', '@aws-sdk', '@smithy', '@aws-crypto', '@azure', '@google-cloud', '@octokit', '@babel', '@protobufjs', '@grpc', '@prisma', '@langchain', '@ai-sdk', '@vercel', '@hono', '@fastify', '@hapi', '@nestjs', '@angular', '@vue', '@types', '@jridgewell', '@ampproject', '@inquirer', '@clack', '@puppeteer', '@playwright', '@modelcontextprotocol', '@img'])

/** Libraries by which servers offer tools, whose own text therefore speaks of them. */
const offering = /^(?:@modelcontextprotocol\/|@ai-sdk\/|@langchain\/|@sentry\/|fastmcp$|mcp-framework$|mcp-proxy$|mcp-lite$|xmcp$|ai$|agents$|openai$|mcp-handler$)/

/** Words of what does harm, or lets something in, in the wide sense: code without any of them only works with values. */
const harmfulWords = /\b(?:fetch|exec|spawn|query|writeFile|readFile|createReadStream|unlink|rename|rm|mkdir|open|require|import|registerTool|registerResource|registerPrompt|setRequestHandler|createServer|listen|process|startsWith|realpath)\b/

const startingWords = /child_process|(?<![.\w$])(?:exec|fork|spawn|execFile)(?:Sync)?(?:\$\d+)?\(|\b(?:spawnSync|execSync|execFileSync)\b/
const evaluatingWords = /(?<![.\w$])eval\b|\bFunction\(|\brunIn(?:This|New)?Context\b|\bvm\b/
const offeringWords = /\bregisterTool\b|\.tool\(|\baddTool\b|CallToolRequestSchema|["'`]tools\/call["'`]/

/** Why code that bears the name of another package is looked at all the same; undefined where it is not. */
export function reasonToLookAt(packageName: string, text: string): 'starts programs' | 'offers tools' | undefined {
  if (offeringWords.test(text) && !offering.test(packageName)) return 'offers tools'
  const scope = packageName.startsWith('@') ? packageName.slice(0, packageName.indexOf('/')) : undefined
  if (actingNames.has(packageName) || (scope !== undefined && actingScopes.has(scope))) return undefined
  return startingWords.test(text) || (!evaluatingNames.has(packageName) && evaluatingWords.test(text)) ? 'starts programs' : undefined
}

/** Whether code that a library uses does what the library is not known for: it starts programs, or offers tools. What it uses may evaluate code where it does not itself. */
export function isActing(packageName: string, text: string): boolean {
  const reason = reasonToLookAt(packageName, text)
  return reason === 'offers tools' || (reason !== undefined && startingWords.test(text))
}

/** Whether code does nothing that anybody looks for. */
export function isHarmless(text: string): boolean {
  return !harmfulWords.test(text) && !startingWords.test(text) && !evaluatingWords.test(text) && !offeringWords.test(text)
}
