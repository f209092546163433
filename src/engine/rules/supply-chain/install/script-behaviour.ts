import { displayAddress } from '../../display-text.ts'
import { remoteScript } from '../../remote-script.ts'

/** What a script does, each with the offset at which it does it; absent where it does not. */
export interface ScriptBehaviour {
  /** Fetches code and runs it, or hands a shell to somebody else. */
  readonly runsRemoteCode?: Deed
  /** Reads what is secret and sends something. */
  readonly takesSecrets?: Deed
  /** Writes where programs are started, or into the settings of other programs. */
  readonly changesSystem?: Deed
  /** Fetches a program, and starts it or leaves it to be started, without comparing it with anything. */
  readonly downloadsProgram?: Deed
}

export interface Deed {
  readonly offset: number
  /** Goes on after "it". */
  readonly what: string
}

const network = {
  shell: /\b(?:curl|wget|nc|ncat|iwr|Invoke-WebRequest|Invoke-RestMethod|irm)\s/i,
  javascript: new RegExp(
    String.raw`\bfetch\(|\bhttps?\d?\.(?:get|request)\(|["'](?:node:)?https?["']\)?\.(?:get|request)\(|` +
      String.raw`\baxios\b|\bgot\(|["'](?:node-fetch|undici|got|request|superagent|needle)["']|` +
      String.raw`\bXMLHttpRequest\b|\bnew WebSocket\(|\bnet\d?\.(?:connect|createConnection|Socket)\b|` +
      String.raw`(?:\bdns\d?|["'](?:node:)?dns(?:\/promises)?["']\))\.(?:promises\.)?(?:lookup|` +
      String.raw`resolve\w*)\(|["'\x60](?:curl|wget)\b`,
  ),
  python: new RegExp(
    String.raw`\burllib\d?(?:\.request)?\.\w|\burlopen\(|\burlretrieve\(|` +
      String.raw`\brequests\.(?:get|post|put|request|Session)|\bhttpx\.\w|\bhttp\.client\b|\baiohttp\.\w|` +
      String.raw`\bsocket\.(?:socket|create_connection|gethostbyname|getaddrinfo)\(|["'](?:curl|wget)\b`,
  ),
} as const

/** What runs a text as code. */
const evaluates = {
  javascript: new RegExp(
    String.raw`\beval\(|\bnew Function\(|\bvm\d?\.(?:run\w*|Script|compileFunction)\b|\._compile\(|` +
      String.raw`\bimport\(\s{0,9}["'\x60]data:|\b(?:exec|execSync|spawnSync?)\(\s{0,9}(?:body|data|res|` +
      String.raw`response|text|cmd|command|payload|code|script|chunk|out|result|decoded|` +
      String.raw`content)\w{0,10}(?:\.\w{1,20}(?:\(\))?){0,3}\s{0,9}[,)]`,
  ),
  // What a setup reads from a file of its own is no stranger's.
  python: new RegExp(
    String.raw`(?<![\w.])(?:exec|eval)\((?!\s{0,9}(?:compile\(\s{0,9})?(?:open\b|` +
      String.raw`\w{1,40}\.(?:read|read_text)\(|\(?\w{1,40}\s?\/|Path\b|io\.open|codecs\.open|fp\b|f\b|fh\b|` +
      String.raw`file\b|read\b|read_file|version\w{0,20}\b|["']))|` +
      String.raw`\b(?:subprocess\.\w{1,20}|os\.(?:system|popen))\(\s{0,9}\[?\s{0,9}(?:body|data|res|response|` +
      String.raw`r\.text|payload|decoded|code|cmd|script)\b`,
  ),
} as const

/** Names of what only its owner may read. */
const secretFiles =
  String.raw`\.npmrc|\.ssh\b|id_rsa|id_ed25519|\.aws\b|\.netrc|\.git-credentials|\.pypirc|\.docker\/config|` +
  String.raw`\.kube\b|\.gnupg|\.env\b(?!\.)(?=["'\x60\/])|\.bash_history|\.zsh_history|Login Data|Cookies\b|` +
  String.raw`wallet|keystore|key3\.db|Local Extension Settings|\/etc\/(?:passwd|shadow)|\.config\/gcloud|` +
  String.raw`claude_desktop_config|credentials\.json`
const secretReads = {
  shell: new RegExp(
    String.raw`(?:~|\$HOME|\$\{HOME\})\/(?:${secretFiles})|\b(?:env|printenv|set)\b\s{0,4}[|>]|` +
      String.raw`\$\(\s{0,4}(?:env|printenv)\b|\$\{?(?:NPM_TOKEN|GITHUB_TOKEN|` +
      String.raw`AWS_SECRET_ACCESS_KEY|[A-Z_]{0,30}(?:API_KEY|SECRET|PASSWORD))\b|` +
      String.raw`\/etc\/(?:passwd|shadow)`,
    'i',
  ),
  javascript: new RegExp(
    String.raw`(?:JSON\.stringify|Object\.(?:keys|entries|values|assign|` +
      String.raw`fromEntries))\([^\n;]{0,60}process\.env\s{0,4}[,)}]|` +
      String.raw`\{\s{0,4}\.\.\.process\.env\s{0,4}\}(?=\s{0,4}\))|` +
      String.raw`\benv\s{0,4}:\s{0,4}process\.env\s{0,4}[,}]\s{0,4}[^\n]{0,200}(?:host|user|JSON)|` +
      String.raw`process\.env\[?\.?["']?(?:NPM_TOKEN|NODE_AUTH_TOKEN|GITHUB_TOKEN|GH_TOKEN|` +
      String.raw`AWS_\w{1,30}|[A-Z_]{1,30}(?:API_KEY|SECRET|PASSWORD|ACCESS_KEY)\w{0,10})|` +
      String.raw`["'\x60\/](?:${secretFiles})`,
  ),
  python: new RegExp(
    String.raw`\b(?:dict|str|json\.dumps|repr|urlencode)\([^\n]{0,60}os\.environ\s{0,4}[,)]|` +
      String.raw`os\.environ(?:\.items\(\)|\.copy\(\)|\b(?=\s{0,4}[}\n]))|` +
      String.raw`os\.(?:environ(?:\.get)?|getenv)[\[(]{1}["'](?:\w{0,20}TOKEN|AWS_\w{1,30}|` +
      String.raw`[A-Z_]{1,30}(?:API_KEY|SECRET|PASSWORD|ACCESS_KEY))|["'\/](?:${secretFiles})`,
  ),
} as const

/** Who and where somebody is: two of them sent away tell a stranger whose machine it is. */
const whereabouts = {
  shell: [/\bwhoami\b|\$USER\b|\$\(id\b/, /\bhostname\b/, /\bifconfig\b|\bip\s{1,4}a(?:ddr)?\b/, /\bpwd\b|\$PWD\b/],
  javascript: [
    /\.userInfo\(|\bwhoami\b|env\.USER(?:NAME)?\b/,
    /\.hostname\(\)|["'`]hostname["'`]/,
    /\.networkInterfaces\(/,
    /\.homedir\(\)|process\.cwd\(\)|__dirname/,
  ],
  python: [
    /getpass\.getuser|os\.getlogin|\bwhoami\b/,
    /\bgethostname\(|platform\.node\(|["']hostname["']/,
    /\bgetnode\(|ifconfig/,
    /os\.getcwd\(\)|expanduser\(/,
  ],
} as const

/** What sends more than a request for a file. */
const sends = new RegExp(
  String.raw`\bmethod\s{0,4}[:=]\s{0,4}["'\x60](?:POST|PUT)|\.post\(|requests\.post|--data\b|--data-binary|` +
    String.raw`-d\s{0,3}["'@$]|-X\s{0,3}POST|-F\s{0,3}["']?\w|--upload-file|-T\s|\bdata\s{0,3}=\s{0,3}[\w.]|` +
    String.raw`\.(?:write|end|send|sendall)\(\s{0,4}(?!["'\x60]|\))|` +
    String.raw`(?:lookup|resolve\w*|gethostbyname|getaddrinfo)\(\s{0,4}(?:\x60[^\x60]{0,200}\$\{|` +
    String.raw`f["'][^"'\n]{0,200}\{|[\w.]{1,40}\s{0,4}\+)|[?&]\w{1,20}=(?:\$\{|["'\x60]\s{0,4}\+|["']?\$\(|\{|` +
    String.raw`%s|\$[A-Z{])|\/["'\x60]\s{0,4}\+\s{0,4}\w|` +
    String.raw`https?:\/\/[^\s"'\x60]{1,200}(?:\$\{|\{|\$\(|\$[A-Z]|["'\x60]\s{0,4}\+)|\burlencode\(`,
)

/** Where programs are started from, and who may come in. */
const systemPlaces = new RegExp(
  String.raw`\.(?:bashrc|zshrc|bash_profile|profile|zprofile)\b|authorized_keys|\bcrontab\b|\/etc\/cron|` +
    String.raw`LaunchAgents|LaunchDaemons|\.config\/(?:systemd\/user|autostart)|\/etc\/systemd|` +
    String.raw`CurrentVersion\\{1,2}Run\b|Start Menu\\{1,2}Programs\\{1,2}Startup|\.git\/hooks\/|` +
    String.raw`\/etc\/(?:hosts|sudoers|ld\.so\.preload)`,
)
const otherPrograms = new RegExp(
  String.raw`claude_desktop_config\.json|\.cursor\/mcp\.json|mcp_config\.json|cline_mcp_settings\.json|` +
    String.raw`\.claude(?:\.json|\/settings)|["'\x60]\.cursor["'\x60]`,
)
const writes = new RegExp(
  String.raw`\b(?:append|write)File(?:Sync)?\(|createWriteStream\(|open\([^\n)]{0,200},\s{0,4}["'][wa]|` +
    String.raw`\.write_text\(|>>|>\s{0,3}[~$/]|\btee\b|\bcrontab\s{1,4}-|\bcp\s|copyFile(?:Sync)?\(|` +
    String.raw`shutil\.copy|\breg\s{1,4}add\b`,
)

/** A shell for somebody else, or a command that nobody is to read. */
const shellForOthers = new RegExp(
  String.raw`\/dev\/tcp\/[\w.$-]{1,200}\/|\b(?:nc|ncat|netcat)\b[^\n]{0,80}\s-(?:\w{0,4}e|c)\s|` +
    String.raw`\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand)?\s|\bpty\.spawn\(|` +
    String.raw`\bbase64\s{1,4}(?:-d|--decode|-D)\b[^\n|]{0,80}\|\s{0,4}(?:ba|z|da)?sh\b|\bsocat\b[^\n]{0,80}exec:`,
  'i',
)

const keeps = new RegExp(
  String.raw`createWriteStream\(|writeFile(?:Sync)?\(|\.pipe\(|urlretrieve\(|\.write\(|copyfileobj\(|` +
    String.raw`(?:curl|wget)\b[^\n]{0,300}\s(?:-o|-O|--output)|\bextract(?:all)?\(|\btar\s{1,4}-?x`,
)
const starts =
  /\b(?:exec|execFile|spawn|fork)(?:Sync)?\(|\bchmod(?:Sync)?\b|\bsubprocess\.\w|\bos\.(?:system|popen|chmod|exec\w*)\(/
const compares = new RegExp(
  String.raw`\bcreateHash\(|\bhashlib\.|\bsha(?:256|512)(?:sum)?\b|\bintegrity\b|\bchecksum|\bshasum\b|` +
    String.raw`\bgpg\b|\bcosign\b|\bssri\b`,
  'i',
)

/** Judges a script by its text alone: it is never run. */
export function scriptBehaviour(text: string, language: 'shell' | 'javascript' | 'python'): ScriptBehaviour {
  const code = withoutComments(text, language)
  const reached = network[language].exec(code)
  const remote = remoteScript(code)
  const shell = shellForOthers.exec(code)
  const evaluated = language === 'shell' ? undefined : evaluates[language].exec(code)
  const runsRemoteCode = shell
    ? deed(shell.index, 'hands a shell to somebody else, or runs a command that was made unreadable')
    : remote
      ? deed(
          code.indexOf(remote.text.slice(0, 12)),
          `fetches ${displayAddress(remote.address) || 'a script'} and runs it`,
        )
      : reached && evaluated
        ? deed(evaluated.index, 'fetches something and runs it as code')
        : undefined
  const secret = secretReadOf(code, secretReads[language])
  const places = whereabouts[language].filter((place) => place.test(code))
  const takes =
    reached && sends.test(code)
      ? secret
        ? deed(secret.index, 'reads credentials or the environment and sends something')
        : places.length >= 3 ||
            (places.length === 2 && places[0] === whereabouts[language][0] && places[1] === whereabouts[language][1])
          ? deed(reached.index, 'sends away who and where the user is')
          : undefined
      : undefined
  const changed = systemPlaces.exec(code) ?? otherPrograms.exec(code)
  const changes = changed && writes.test(code) ? deed(changed.index, `writes to ${changed[0]}`) : undefined
  const downloads =
    reached && !runsRemoteCode && keeps.test(code) && starts.test(code) && !compares.test(code)
      ? deed(reached.index, 'fetches a program and starts it, without comparing it with anything')
      : undefined
  return {
    ...(runsRemoteCode && { runsRemoteCode }),
    ...(takes && { takesSecrets: takes }),
    ...(changes && { changesSystem: changes }),
    ...(downloads && { downloadsProgram: downloads }),
  }
}

/**
 * Reads of a token of GitHub, and where it may go: builds that download releases show theirs, to be allowed more
 * requests.
 */
const gitHubToken = /(?:GITHUB|GH)_TOKEN$/i
const gitHubHost = /^(?:[\w-]{1,60}\.)?github(?:usercontent)?\.com$/i
const hosts = /https?:\/\/([\w.-]{1,253})|\bhost(?:name)?\s{0,4}[:=]\s{0,4}["'`]([\w.-]{1,253})/gi

/** The first read of what is secret, but for a token of GitHub in a script that names hosts of GitHub and no others. */
function secretReadOf(code: string, reads: RegExp): { readonly index: number } | undefined {
  const found = [...code.matchAll(new RegExp(reads, `${reads.flags}g`))]
  const named = [...code.matchAll(hosts)].map(([, address, host]) => address ?? host ?? '')
  const staysThere = named.length > 0 && named.every((host) => gitHubHost.test(host))
  return found.find(([read]) => !staysThere || !gitHubToken.test(read))
}

const deed = (offset: number, what: string): Deed => ({ offset: Math.max(offset, 0), what })

/** Whole lines of comment, blanked so that offsets stay. */
function withoutComments(text: string, language: 'shell' | 'javascript' | 'python'): string {
  const comment = language === 'javascript' ? /^[ \t]{0,200}(?:\/\/|\*(?!\/)|\/\*).*$/gm : /^[ \t]{0,200}#.*$/gm
  return text.replaceAll(comment, (line) => ' '.repeat(line.length))
}
