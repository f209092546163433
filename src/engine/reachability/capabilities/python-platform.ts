import { functionsOf, platformModel } from './platform-model.ts'

const runs = ['executes-commands'] as const
const connects = ['network-egress'] as const
const listens = ['network-ingress'] as const
const reads = ['reads-files'] as const
const writes = ['writes-files'] as const
const copies = ['reads-files', 'writes-files'] as const
const evaluates = ['dynamic-code'] as const
const native = ['native-code'] as const

const opened = { condition: 'opens-file' } as const

/** The standard library of Python 3, and modules of Python 2 with the same effect. */
export const pythonPlatform = platformModel({
  isPlatformModule: (specifier) => !specifier.startsWith('.'),
  exportsAreDeliberate: false,
  ignoredMembers: new Set(['setdefault', 'update', 'pop', 'clear']),
  inspectors: new Set(['isinstance', 'issubclass', 'hasattr', 'getattr', 'callable', 'type', 'id', 'repr', 'str']),
  functions: new Map([
    ...functionsOf('subprocess', 'run call check_call check_output Popen getoutput getstatusoutput', runs),
    ...functionsOf(
      'os',
      'system popen popen2 popen3 popen4 execl execle execlp execlpe execv execve execvp execvpe spawnl spawnle ' +
        'spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe posix_spawn posix_spawnp startfile',
      runs,
    ),
    ...functionsOf('pty', 'spawn', runs),
    ...functionsOf('asyncio', 'create_subprocess_exec create_subprocess_shell', runs),
    ...functionsOf('asyncio.subprocess', 'create_subprocess_exec create_subprocess_shell', runs),
    ...functionsOf('commands', 'getoutput getstatusoutput', runs),
    ...functionsOf('popen2', 'popen2 popen3 popen4 Popen3 Popen4', runs),
    ...functionsOf('webbrowser', 'open open_new open_new_tab', runs),
    ...functionsOf('socket', 'create_connection getaddrinfo gethostbyname gethostbyname_ex gethostbyaddr', connects),
    ...functionsOf('socket', 'socket', connects, { when: 'call', condition: 'remote-socket' }),
    ...functionsOf(
      'urllib.request',
      'urlopen urlretrieve build_opener OpenerDirector URLopener FancyURLopener',
      connects,
    ),
    ...functionsOf('urllib', 'urlopen urlretrieve URLopener FancyURLopener', connects),
    ...functionsOf('urllib2', 'urlopen build_opener OpenerDirector', connects),
    ...functionsOf('http.client', 'HTTPConnection HTTPSConnection', connects),
    ...functionsOf('httplib', 'HTTPConnection HTTPSConnection', connects),
    ...functionsOf('http_client', 'HTTPConnection HTTPSConnection', connects),
    ...functionsOf('ftplib', 'FTP FTP_TLS', connects),
    ...functionsOf('smtplib', 'SMTP SMTP_SSL LMTP', connects),
    ...functionsOf('poplib', 'POP3 POP3_SSL', connects),
    ...functionsOf('imaplib', 'IMAP4 IMAP4_SSL', connects),
    ...functionsOf('nntplib', 'NNTP NNTP_SSL', connects),
    ...functionsOf('telnetlib', 'Telnet', connects),
    ...functionsOf('xmlrpc.client', 'ServerProxy Server', connects),
    ...functionsOf('xmlrpclib', 'ServerProxy Server', connects),
    ...functionsOf('asyncio', 'open_connection', connects),
    ...['get_event_loop', 'get_running_loop', 'new_event_loop'].flatMap((loop) => [
      ...functionsOf(`asyncio.${loop}()`, 'create_connection create_datagram_endpoint getaddrinfo', connects),
      ...functionsOf(`asyncio.${loop}()`, 'subprocess_exec subprocess_shell', runs),
      ...functionsOf(`asyncio.${loop}()`, 'create_server', listens),
    ]),
    ...functionsOf('asyncio', 'start_server', listens),
    ...functionsOf('socket', 'create_server', listens),
    ...functionsOf('http.server', 'HTTPServer ThreadingHTTPServer', listens),
    ...functionsOf('socketserver', 'TCPServer UDPServer ThreadingTCPServer ThreadingUDPServer', listens),
    ...functionsOf('xmlrpc.server', 'SimpleXMLRPCServer', listens),
    ...functionsOf('wsgiref.simple_server', 'make_server WSGIServer', listens),
    ...functionsOf(':', 'open file', reads, opened),
    ...functionsOf('io', 'open FileIO', reads, opened),
    ...functionsOf('codecs', 'open', reads, opened),
    ...['gzip', 'bz2', 'lzma'].flatMap((module) => functionsOf(module, 'open', reads, opened)),
    ...functionsOf('os', 'open', reads, opened),
    ...functionsOf('os', 'listdir scandir walk fwalk', reads),
    ...functionsOf('glob', 'glob iglob', reads),
    ...functionsOf('linecache', 'getline getlines', reads),
    ...functionsOf('fileinput', 'input FileInput', reads),
    ...functionsOf('pkgutil', 'get_data', reads),
    ...functionsOf('runpy', 'run_path run_module', evaluates),
    ...functionsOf(
      'os',
      'remove unlink mkdir makedirs rmdir removedirs rename renames replace symlink link chmod chown lchown truncate ' +
        'utime mkfifo',
      writes,
    ),
    ...functionsOf('shutil', 'move rmtree unpack_archive chown', writes),
    ...functionsOf('shutil', 'copy copy2 copyfile copytree make_archive', copies),
    ...functionsOf(
      'tempfile',
      'NamedTemporaryFile TemporaryFile SpooledTemporaryFile mkstemp mkdtemp TemporaryDirectory',
      writes,
    ),
    ...functionsOf('logging', 'FileHandler', writes),
    ...functionsOf('logging.handlers', 'RotatingFileHandler TimedRotatingFileHandler WatchedFileHandler', writes),
    ...['pathlib.Path', 'pathlib.PosixPath', 'pathlib.WindowsPath'].flatMap((path) => [
      ...functionsOf(`${path}()`, 'read_text read_bytes iterdir glob rglob walk', reads),
      ...functionsOf(
        `${path}()`,
        'write_text write_bytes mkdir touch unlink rmdir rename replace symlink_to hardlink_to chmod',
        writes,
      ),
      ...functionsOf(`${path}()`, 'open', reads, { condition: 'opens-path' }),
    ]),
    ...functionsOf('os', 'environ environb', ['reads-environment'], { when: 'use' }),
    ...functionsOf('os', 'getenv getenvb', ['reads-environment']),
    ...[':', 'builtins', '__builtin__'].flatMap((module) => [
      ...functionsOf(module, 'eval exec execfile', evaluates, { when: 'call' }),
      ...functionsOf(module, 'compile', evaluates, { when: 'call', condition: 'compiles-code' }),
    ]),
    ...functionsOf('code', 'InteractiveInterpreter InteractiveConsole interact', evaluates),
    ...functionsOf('ctypes', 'CDLL PyDLL WinDLL OleDLL cdll.LoadLibrary windll.LoadLibrary pydll.LoadLibrary', native),
    ...functionsOf('ctypes', 'windll oledll', native, { when: 'use' }),
    ...functionsOf('imp', 'load_dynamic', native),
    ...functionsOf('importlib.machinery', 'ExtensionFileLoader', native, { when: 'call' }),
  ]),
  modules: new Map(),
  aliases: new Map([
    ['six.moves.http_client', 'http.client'],
    ['six.moves.xmlrpc_client', 'xmlrpc.client'],
    ['six.moves.socketserver', 'socketserver'],
    ['six.moves.builtins', 'builtins'],
    ['six.moves.urllib', 'urllib'],
    ['pathlib.Path.cwd()', 'pathlib.Path()'],
    ['pathlib.Path.home()', 'pathlib.Path()'],
    ...['joinpath', 'resolve', 'absolute', 'expanduser', 'with_suffix', 'with_name'].map((method): [string, string] => [
      `pathlib.Path().${method}()`,
      'pathlib.Path()',
    ]),
    ['pathlib.Path().parent', 'pathlib.Path()'],
  ]),
  importers: new Set(['importlib.import_module', ':__import__']),
})
