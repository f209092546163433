import { shownAddress } from '../../objection.ts'
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
  javascript: /\bfetch\(|\bhttps?\d?\.(?:get|request)\(|["'](?:node:)?https?["']\)?\.(?:get|request)\(|\baxios\b|\bgot\(|["'](?:node-fetch|undici|got|request|superagent|needle)["']|\bXMLHttpRequest\b|\bnew WebSocket\(|\bnet\d?\.(?:connect|createConnection|Socket)\b|(?:\bdns\d?|["'](?:node:)?dns(?:\/promises)?["']\))\.(?:promises\.)?(?:lookup|resolve\w*)\(|["'`](?:curl|wget)\b/,
  python: /\burllib\d?(?:\.request)?\.\w|\burlopen\(|\burlretrieve\(|\brequests\.(?:get|post|put|request|Session)|\bhttpx\.\w|\bhttp\.client\b|\baiohttp\.\w|\bsocket\.(?:socket|create_connection|gethostbyname|getaddrinfo)\(|["'](?:curl|wget)\b/,
} as const

/** What runs a text as code. */
const evaluates = {
  javascript: /\beval\(|\bnew Function\(|\bvm\d?\.(?:run\w*|Script|compileFunction)\b|\._compile\(|\bimport\(\s{0,9}["'`]data:|\b(?:exec|execSync|spawnSync?)\(\s{0,9}(?:body|data|res|response|text|cmd|command|payload|code|script|chunk|out|result|decoded|content)\w{0,10}(?:\.\w{1,20}(?:\(\))?){0,3}\s{0,9}[,)]/,
  // What a setup reads from a file of its own is no stranger's.
  python: /(?<![\w.])(?:exec|eval)\((?!\s{0,9}(?:compile\(\s{0,9})?(?:open\b|\w{1,40}\.(?:read|read_text)\(|\(?\w{1,40}\s?\/|Path\b|io\.open|codecs\.open|fp\b|f\b|fh\b|file\b|read\b|read_file|version\w{0,20}\b|["']))|\b(?:subprocess\.\w{1,20}|os\.(?:system|popen))\(\s{0,9}\[?\s{0,9}(?:body|data|res|response|r\.text|payload|decoded|code|cmd|script)\b/,
} as const

/** Names of what only its owner may read. */
const secretFiles = String.raw`\.npmrc|\.ssh\b|id_rsa|id_ed25519|\.aws\b|\.netrc|\.git-credentials|\.pypirc|\.docker\/config|\.kube\b|\.gnupg|\.env\b(?!\.)(?=["'\x60\/])|\.bash_history|\.zsh_history|Login Data|Cookies\b|wallet|keystore|key3\.db|Local Extension Settings|\/etc\/(?:passwd|shadow)|\.config\/gcloud|claude_desktop_config|credentials\.json`
const secretReads = {
  shell: new RegExp(String.raw`(?:~|\$HOME|\$\{HOME\})\/(?:${secretFiles})|\b(?:env|printenv|set)\b\s{0,4}[|>]|\$\(\s{0,4}(?:env|printenv)\b|\$\{?(?:NPM_TOKEN|GITHUB_TOKEN|AWS_SECRET_ACCESS_KEY|[A-Z_]{0,30}(?:API_KEY|SECRET|PASSWORD))\b|\/etc\/(?:passwd|shadow)`, 'i'),
  javascript: new RegExp(String.raw`(?:JSON\.stringify|Object\.(?:keys|entries|values|assign|fromEntries))\([^\n;]{0,60}process\.env\s{0,4}[,)}]|\{\s{0,4}\.\.\.process\.env\s{0,4}\}(?=\s{0,4}\))|\benv\s{0,4}:\s{0,4}process\.env\s{0,4}[,}]\s{0,4}[^\n]{0,200}(?:host|user|JSON)|process\.env\[?\.?["']?(?:NPM_TOKEN|NODE_AUTH_TOKEN|GITHUB_TOKEN|GH_TOKEN|AWS_\w{1,30}|[A-Z_]{1,30}(?:API_KEY|SECRET|PASSWORD|ACCESS_KEY)\w{0,10})|["'\x60\/](?:${secretFiles})`),
  python: new RegExp(String.raw`\b(?:dict|str|json\.dumps|repr|urlencode)\([^\n]{0,60}os\.environ\s{0,4}[,)]|os\.environ(?:\.items\(\)|\.copy\(\)|\b(?=\s{0,4}[}\n]))|os\.(?:environ(?:\.get)?|getenv)[\[(]{1}["'](?:\w{0,20}TOKEN|AWS_\w{1,30}|[A-Z_]{1,30}(?:API_KEY|SECRET|PASSWORD|ACCESS_KEY))|["'\/](?:${secretFiles})`),
} as const

/** Who and where somebody is: two of them sent away tell a stranger whose machine it is. */
const whereabouts = {
  shell: [/\bwhoami\b|\$USER\b|\$\(id\b/, /\bhostname\b/, /\bifconfig\b|\bip\s{1,4}a(?:ddr)?\b/, /\bpwd\b|\$PWD\b/],
  javascript: [/\.userInfo\(|\bwhoami\b|env\.USER(?:NAME)?\b/, /\.hostname\(\)|["'`]hostname["'`]/, /\.networkInterfaces\(/, /\.homedir\(\)|process\.cwd\(\)|__dirname/],
  python: [/getpass\.getuser|os\.getlogin|\bwhoami\b/, /\bgethostname\(|platform\.node\(|["']hostname["']/, /\bgetnode\(|ifconfig/, /os\.getcwd\(\)|expanduser\(/],
} as const

/** What sends more than a request for a file. */
const sends = /\bmethod\s{0,4}[:=]\s{0,4}["'`](?:POST|PUT)|\.post\(|requests\.post|--data\b|--data-binary|-d\s{0,3}["'@$]|-X\s{0,3}POST|-F\s{0,3}["']?\w|--upload-file|-T\s|\bdata\s{0,3}=\s{0,3}[\w.]|\.(?:write|end|send|sendall)\(\s{0,4}(?!["'`]|\))|(?:lookup|resolve\w*|gethostbyname|getaddrinfo)\(\s{0,4}(?:`[^`]{0,200}\$\{|f["'][^"'\n]{0,200}\{|[\w.]{1,40}\s{0,4}\+)|[?&]\w{1,20}=(?:\$\{|["'`]\s{0,4}\+|["']?\$\(|\{|%s|\$[A-Z{])|\/["'`]\s{0,4}\+\s{0,4}\w|https?:\/\/[^\s"'`]{1,200}(?:\$\{|\{|\$\(|\$[A-Z]|["'`]\s{0,4}\+)|\burlencode\(/

/** Where programs are started from, and who may come in. */
const systemPlaces = /\.(?:bashrc|zshrc|bash_profile|profile|zprofile)\b|authorized_keys|\bcrontab\b|\/etc\/cron|LaunchAgents|LaunchDaemons|\.config\/(?:systemd\/user|autostart)|\/etc\/systemd|CurrentVersion\\{1,2}Run\b|Start Menu\\{1,2}Programs\\{1,2}Startup|\.git\/hooks\/|\/etc\/(?:hosts|sudoers|ld\.so\.preload)/
const otherPrograms = /claude_desktop_config\.json|\.cursor\/mcp\.json|mcp_config\.json|cline_mcp_settings\.json|\.claude(?:\.json|\/settings)|["'`]\.cursor["'`]/
const writes = /\b(?:append|write)File(?:Sync)?\(|createWriteStream\(|open\([^\n)]{0,200},\s{0,4}["'][wa]|\.write_text\(|>>|>\s{0,3}[~$/]|\btee\b|\bcrontab\s{1,4}-|\bcp\s|copyFile(?:Sync)?\(|shutil\.copy|\breg\s{1,4}add\b/

/** A shell for somebody else, or a command that nobody is to read. */
const shellForOthers = /\/dev\/tcp\/[\w.$-]{1,200}\/|\b(?:nc|ncat|netcat)\b[^\n]{0,80}\s-(?:\w{0,4}e|c)\s|\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand)?\s|\bpty\.spawn\(|\bbase64\s{1,4}(?:-d|--decode|-D)\b[^\n|]{0,80}\|\s{0,4}(?:ba|z|da)?sh\b|\bsocat\b[^\n]{0,80}exec:/i

const keeps = /createWriteStream\(|writeFile(?:Sync)?\(|\.pipe\(|urlretrieve\(|\.write\(|copyfileobj\(|(?:curl|wget)\b[^\n]{0,300}\s(?:-o|-O|--output)|\bextract(?:all)?\(|\btar\s{1,4}-?x/
const starts = /\b(?:exec|execFile|spawn|fork)(?:Sync)?\(|\bchmod(?:Sync)?\b|\bsubprocess\.\w|\bos\.(?:system|popen|chmod|exec\w*)\(/
const compares = /\bcreateHash\(|\bhashlib\.|\bsha(?:256|512)(?:sum)?\b|\bintegrity\b|\bchecksum|\bshasum\b|\bgpg\b|\bcosign\b|\bssri\b/i

/** Judges a script by its text alone: it is never run. */
export function scriptBehaviour(text: string, language: 'shell' | 'javascript' | 'python'): ScriptBehaviour {
  const code = withoutComments(text, language)
  const reached = network[language].exec(code)
  const remote = remoteScript(code)
  const shell = shellForOthers.exec(code)
  const evaluated = language === 'shell' ? undefined : evaluates[language].exec(code)
  const runsRemoteCode = shell ? deed(shell.index, 'hands a shell to somebody else, or runs a command that was made unreadable') : remote ? deed(code.indexOf(remote.text.slice(0, 12)), `fetches ${shownAddress(remote.address) || 'a script'} and runs it`) : reached && evaluated ? deed(evaluated.index, 'fetches something and runs it as code') : undefined
  const secret = secretReadOf(code, secretReads[language])
  const places = whereabouts[language].filter((place) => place.test(code))
  const takes = reached && sends.test(code) ? (secret ? deed(secret.index, 'reads credentials or the environment and sends something') : places.length >= 3 || (places.length === 2 && places[0] === whereabouts[language][0] && places[1] === whereabouts[language][1]) ? deed(reached.index, 'sends away who and where the user is') : undefined) : undefined
  const changed = systemPlaces.exec(code) ?? otherPrograms.exec(code)
  const changes = changed && writes.test(code) ? deed(changed.index, `writes to ${changed[0]}`) : undefined
  const downloads = reached && !runsRemoteCode && keeps.test(code) && starts.test(code) && !compares.test(code) ? deed(reached.index, 'fetches a program and starts it, without comparing it with anything') : undefined
  return { ...(runsRemoteCode && { runsRemoteCode }), ...(takes && { takesSecrets: takes }), ...(changes && { changesSystem: changes }), ...(downloads && { downloadsProgram: downloads }) }
}

/** Reads of a token of GitHub, and where it may go: builds that download releases show theirs, to be allowed more requests. */
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
