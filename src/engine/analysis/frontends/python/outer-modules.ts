/** Modules of the standard library. */
const standardModules: ReadonlySet<string> = new Set(
  (
    'abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 ' +
    'cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent ' +
    'configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal ' +
    'difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput ' +
    'fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib ' +
    'heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword linecache ' +
    'locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing ' +
    'netrc nis nntplib ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib pdb pickle ' +
    'pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile ' +
    'pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched ' +
    'secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd ' +
    'sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau ' +
    'symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit ' +
    'tkinter token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest ' +
    'urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp ' +
    'zipfile zipimport zlib zoneinfo'
  ).split(' '),
)

/**
 * Widely used packages. An import of their names or of the standard library rarely refers to a file with the same name
 * in a script's folder.
 */
const usedPackages: ReadonlySet<string> = new Set(
  (
    'aiofiles aiohttp aiomysql aiosqlite airflow anthropic anyio arxiv asyncpg ' +
    'asyncssh attr attrs azure boto3 botocore bs4 cachetools celery chromadb click cryptography cv2 dateutil ' +
    'discord django docker docx dotenv duckdb elasticsearch fabric faiss fastapi fastmcp feedparser ffmpeg fitz ' +
    'flask git github gitlab google gql grpc gunicorn httpx huggingface_hub invoke ipython jinja2 jira jsonschema ' +
    'jwt kafka kubernetes langchain langgraph ldap3 loguru lxml mako markdown markitdown matplotlib mcp mistralai ' +
    'mlflow motor mysql neo4j networkx notion_client numpy oauthlib ollama openai openpyxl opentelemetry pandas ' +
    'paramiko patchright peewee pexpect PIL pinecone playwright polars pptx prometheus_client psutil psycopg ' +
    'psycopg2 pydantic pydantic_ai pydantic_settings pyautogui pymongo pymssql pymysql pyodbc pypdf PyPDF2 pytest ' +
    'qdrant_client quart rapidfuzz redis regex reportlab requests rich rpy2 scipy scrapy selenium sentry_sdk ' +
    'serial sklearn slack_sdk smolagents snowflake sounddevice soundfile spotipy sqlalchemy sqlglot sqlparse ' +
    'starlette stripe supabase sympy tabulate tavily telegram tenacity tiktoken torch tornado tqdm trafilatura ' +
    'transformers trio tweepy twilio typer typing_extensions uvicorn watchdog weaviate websocket websockets ' +
    'whisper xmltodict yaml yfinance youtube_transcript_api yt_dlp zeep zmq'
  ).split(' '),
)

/** True if an import most likely refers to a module outside the project. */
export function isOuterModule(specifier: string): boolean {
  return isStandardModule(specifier) || usedPackages.has(firstPart(specifier))
}

/** True if an import refers to the standard library. */
export function isStandardModule(specifier: string): boolean {
  return standardModules.has(firstPart(specifier))
}

const firstPart = (specifier: string) => specifier.split('.', 1)[0] ?? specifier
