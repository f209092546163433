/** Popular package names to compare other names with. */
export interface PopularNames {
  /** Date of the list, as YYYY-MM-DD. */
  readonly date: string
  readonly npm: readonly string[]
  readonly PyPI: readonly string[]
  has(ecosystem: 'npm' | 'PyPI', name: string): boolean
}

/** Normalizes a list: all names become lowercase, and Python names are normalized. */
export function popularNamesOf(list: {
  readonly date: string
  readonly npm: readonly string[]
  readonly PyPI: readonly string[]
}): PopularNames {
  const lists = { npm: list.npm.map((name) => name.toLowerCase()), PyPI: list.PyPI.map(normalizedName) }
  const sets = { npm: new Set(lists.npm), PyPI: new Set(lists.PyPI) }
  return {
    date: list.date,
    ...lists,
    has: (ecosystem, name) => sets[ecosystem].has(ecosystem === 'npm' ? name : normalizedName(name)),
  }
}

const normalizedName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-')

const words = (text: string): string[] => text.trim().split(/\s+/)

/**
 * Popular JavaScript and Python packages, MCP servers, and AI programs, collected manually on `date`. Some are listed
 * because their names resemble others although they are not typosquats.
 */
export const popularNames: PopularNames = popularNamesOf({
  date: '2026-11-21',
  npm: words(
    `
    react react-dom react-router react-router-dom react-redux preact redux vue vuex vue-router svelte ` +
      `next nuxt gatsby angular jquery lodash lodash-es underscore ramda
    express express-session body-parser cookie-parser cors helmet morgan multer passport fastify koa ` +
      `hapi restify socket.io socket.io-client
    axios got node-fetch cross-fetch undici superagent request needle ky form-data qs query-string
    chalk colors color ansi-styles ansi-regex strip-ansi supports-color kleur picocolors commander yargs ` +
      `minimist inquirer prompts ora debug winston pino bunyan log4js
    typescript tslint jslint jshint eclint jsdoc mssql ts-node tsx esbuild webpack rollup vite parcel ` +
      'terser uglify-js eslint prettier babel-core nodemon concurrently cross-env cross-spawn execa shelljs ' +
      `rimraf mkdirp glob globby minimatch micromatch fast-glob chokidar fs-extra graceful-fs
    mocha jest vitest chai sinon nock supertest cypress playwright puppeteer puppeteer-core ` +
      `selenium-webdriver
    mongoose mongodb mysql mysql2 sqlite3 better-sqlite3 postgres sequelize typeorm prisma knex redis ` +
      `ioredis
    dotenv moment dayjs date-fns luxon uuid nanoid semver async bluebird rxjs immutable classnames ` +
      `prop-types bcrypt bcryptjs jsonwebtoken crypto-js node-forge elliptic
    zod yup joi ajv validator graphql electron discord.js telegraf openai langchain cheerio jsdom marked ` +
      'handlebars mustache nunjucks sharp jimp nodemailer aws-sdk firebase firebase-admin stripe twilio web3 ' +
      `ethers event-stream ua-parser-js
    fastmcp mcp-remote mcp-proxy
    @modelcontextprotocol/sdk @modelcontextprotocol/inspector @modelcontextprotocol/server-everything
    @anthropic-ai/sdk @playwright/mcp
  `,
  ),
  PyPI: words(
    `
    requests urllib3 httpx aiohttp certifi idna charset-normalizer boto3 botocore awscli numpy pandas ` +
      `scipy matplotlib scikit-learn tensorflow pytorch torch torchvision keras transformers tokenizers datasets
    flask django fastapi starlette uvicorn gunicorn werkzeug jinja2 click typer rich colorama tqdm ` +
      'pydantic pydantic-core attrs python-dateutil pytz pyyaml toml tomli setuptools wheel virtualenv poetry ' +
      `pytest tox black ruff mypy pylint flake8 isort
    sqlalchemy psycopg2 psycopg2-binary pymongo redis celery cryptography pycryptodome pyjwt paramiko ` +
      `bcrypt beautifulsoup4 lxml selenium scrapy pillow opencv-python
    openai anthropic langchain langgraph llama-index tiktoken huggingface-hub google-api-python-client ` +
      `google-auth protobuf grpcio python-dotenv loguru websockets discord.py telethon web3 mcp fastmcp
  `,
  ),
})
