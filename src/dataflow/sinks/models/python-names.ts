/** Names of parameters of Python functions, in the order of their positions; `_` for those that are passed by position alone. Alternatives of different versions are divided by `|`. */
const signatures: Readonly<Record<string, string>> = {
  'os.listdir': 'path', 'os.scandir': 'path', 'os.walk': 'top', 'os.mkdir': 'path', 'os.makedirs': 'name', 'os.chmod': 'path', 'os.chown': 'path', 'os.truncate': 'path', 'os.open': 'path', 'os.remove': 'path', 'os.unlink': 'path',
  'os.rmdir': 'path', 'os.removedirs': 'name', 'os.rename': 'src dst', 'os.replace': 'src dst', 'os.renames': 'old new', 'os.link': 'src dst', 'os.symlink': 'src dst', 'os.startfile': 'filepath', 'os.putenv': '_',
  'shutil.copy': 'src dst', 'shutil.copy2': 'src dst', 'shutil.copyfile': 'src dst', 'shutil.copytree': 'src dst', 'shutil.move': 'src dst', 'shutil.rmtree': 'path', 'shutil.unpack_archive': 'filename extract_dir',
  'aiofiles.os.remove': 'path', 'aiofiles.os.unlink': 'path', 'aiofiles.os.rmdir': 'path', 'aiofiles.os.mkdir': 'path', 'aiofiles.os.makedirs': 'name', 'aiofiles.os.listdir': 'path', 'aiofiles.os.scandir': 'path',
  'glob.glob': 'pathname', 'glob.iglob': 'pathname',
  'pandas.read_csv': 'filepath_or_buffer', 'pandas.read_table': 'filepath_or_buffer', 'pandas.read_excel': 'io', 'pandas.read_json': 'path_or_buf', 'pandas.read_parquet': 'path', 'pandas.read_hdf': 'path_or_buf', 'pandas.read_pickle': 'filepath_or_buffer', 'pandas.eval': 'expr',
  'numpy.load': 'file', 'numpy.loadtxt': 'fname', 'numpy.genfromtxt': 'fname', 'openpyxl.load_workbook': 'filename', 'docx.Document': 'docx', 'pptx.Presentation': 'pptx', 'docx.*.save': 'path_or_stream', 'pptx.*.save': 'file',
  'fitz.open': 'filename', 'pdfplumber.open': 'path_or_fp', 'cv2.imread': 'filename', 'cv2.imwrite': 'filename', 'matplotlib.*.savefig': 'fname', savefig: 'fname', 'flask.send_file': 'path_or_file|filename_or_fp', 'commands.getoutput': 'cmd',
  // `eval` takes its text by position alone; `exec` too.
  eval: '_', exec: '_', 'runpy.run_path': 'path_name', 'runpy.run_module': 'mod_name', 'code.*.runcode': 'code', 'code.*.runsource': 'source', 'sympy.sympify': 'a', 'sympy.parse_expr': 's', 'sympy.parsing.sympy_parser.parse_expr': 's', 'numexpr.evaluate': 'ex',
  'pexpect.*.sendline': 's', 'pexpect.*.send': 's', sendline: 's', 'websockets.connect': 'uri', 'socket.create_connection': 'address', 'feedparser.parse': 'url_file_stream_or_string',
  'psycopg.*.execute': 'query', 'psycopg.*.executemany': 'query', 'asyncpg.*.execute': 'query', 'asyncpg.*.fetch': 'query', 'asyncpg.*.fetchrow': 'query', 'asyncpg.*.fetchval': 'query', 'pymysql.*.execute': 'query', 'pymysql.*.executemany': 'query',
  'MySQLdb.*.execute': 'query', 'MySQLdb.*.executemany': 'query', 'aiomysql.*.execute': 'query', 'aiomysql.*.executemany': 'query', 'aiosqlite.*.execute': 'sql', 'aiosqlite.*.executemany': 'sql', 'aiosqlite.*.executescript': 'sql_script',
  'duckdb.*.execute': 'query', 'duckdb.*.sql': 'query', 'duckdb.*.query': 'query', 'duckdb.sql': 'query', 'mysql.*.execute': 'operation|statement', 'snowflake.*.execute': 'command',
  'pickle.loads': 'data', 'pickle.load': 'file', 'jsonpickle.decode': 'string', 'shelve.open': 'filename', 'joblib.load': 'filename', 'torch.load': 'f', 'yaml.unsafe_load': 'stream', 'yaml.unsafe_load_all': 'stream', 'markupsafe.Markup': 'object|base', 'dotenv.set_key': 'dotenv_path key_to_set',
  execute: 'query|statement|sql|operation|command', executemany: 'query|statement|sql|operation|command', executescript: 'query|sql_script', execute_query: 'query|query_', run: 'query|statement', query: 'query|sql', sql: 'query', command: 'cmd|command',
}

/** Names under which the parameter at a position can be passed; empty where none is known. */
export function pythonParameterNames(callee: string, position: number): readonly string[] {
  const name = Object.hasOwn(signatures, callee) ? signatures[callee]?.split(' ')[position] : undefined
  return name === undefined || name === '_' ? [] : name.split('|')
}
