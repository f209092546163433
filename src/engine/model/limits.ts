const KiB = 1024
const MiB = 1024 * KiB

/** Every bound on what one input may cost, in one place. Sizes in bytes, times in milliseconds. */
export const limits = {
  /** A package archive of a registry. */
  package: {
    packedBytes: 50 * MiB,
    unpackedBytes: 200 * MiB,
    files: 20_000,
    /** One file; larger ones are skipped and named. */
    fileBytes: 50 * MiB,
    /** Unpacked over packed; ordinary packages stay under 20, zeros reach 1,000. */
    ratio: 200,
    /** The ratio is judged only after so many unpacked bytes: small archives of text may compress well. */
    ratioGraceBytes: 10 * MiB,
    pathBytes: 1_024,
    /** Asking for signatures, keys and attestations while the archive comes, and one of those documents. */
    verificationMs: 10_000,
    attestationBytes: 2 * MiB,
  },
  /** A git repository at one commit. */
  git: {
    files: 100_000,
    /** Contents of all files that are read. */
    readBytes: 500 * MiB,
    /** One file; larger ones are skipped and named. */
    fileBytes: 5 * MiB,
    /** The pack that the server sends. */
    packBytes: 1024 * MiB,
    /** Refs of the remote that are looked at. */
    refs: 100_000,
    fetchMs: 5 * 60_000,
  },
  /** A folder on the disk of whoever calls the command; the same as for a repository. */
  folder: {
    files: 100_000,
    readBytes: 500 * MiB,
    fileBytes: 5 * MiB,
    /** Contents that stay in memory; the rest lies in a temporary file. */
    memoryBytes: 16 * MiB,
    /** One `.gitignore`, and the patterns that may hold in one folder; more are not heeded, and more is read. */
    ignoreBytes: 256 * KiB,
    ignorePatterns: 5_000,
    /** The index of a repository, which has near 100 bytes a file. */
    indexBytes: 128 * MiB,
  },
  /** Files that list packages. */
  inventory: {
    manifestBytes: 32 * MiB,
    manifests: 2_000,
    components: 100_000,
    /**
     * Steps of the chain by which a component came in, and characters of all chains of a project together: 20,000
     * components of real projects have 10 million.
     */
    chainSteps: 50,
    introductionCharacters: 32 * MiB,
    /** Dependencies without a version that are named one by one. */
    unresolved: 5_000,
    /**
     * All manifests of a project together; what is left then is named and not read. And the bytes of their packed
     * readings.
     */
    readMs: 2 * 60_000,
    packedBytes: 128 * MiB,
    /**
     * Manifests from this size on, and joining readings of this size, have a child of their own with these bounds: a
     * package-lock.json of 12 MiB with 100,000 packages needs 3 s and 530 MiB, and source parsers reserve 7 GiB beside
     * that.
     */
    largeBytes: MiB,
    large: { memoryBytes: 1024 * MiB, reservedBytes: 10 * 1024 * MiB, resultBytes: 32 * MiB, fileMs: 30_000 },
    /** The inventory of a project as JSON, as a child sends it. */
    inventoryBytes: 256 * MiB,
  },
  /** Reading source files. */
  code: {
    /** One file; larger ones are named and not read. */
    fileBytes: 5 * MiB,
    /** All files of a scan; what is left then is named and not read. */
    totalMs: 4 * 60_000,
    /**
     * Modules that one file imports, the length of one name in UTF-16 units, and what one statement takes of a module.
     */
    imports: 2_000,
    specifierLength: 1_000,
    importedNames: 1_000,
    /** Files that coverage names one by one; the rest is counted. */
    named: 100,
    /**
     * Results of files that are looked up or stored with one query, and days for which one is kept after it was last
     * asked for.
     */
    resultsAtOnce: 1_000,
    unitsAtOnce: 200,
    resultDays: 30,
  },
  /** One metadata document of a package registry, unpacked. The largest on npm are near 100 MB. */
  packument: { bytes: 128 * MiB, /** Objects and arrays; 5,000 versions have near 100,000. */ values: 2_000_000 },
  /**
   * What packages ship of other packages: one npm-shrinkwrap.json and the places in it, and all manifests below
   * `node_modules` of one archive. Twice as many places as a tree may have packages; the largest shrinkwraps have 3,000
   * in 2 MiB.
   */
  shipped: { shrinkwrapBytes: 16 * MiB, places: 20_000, manifestBytes: MiB, allManifestBytes: 32 * MiB },
  /** Resolving the dependencies of one package by its registry. */
  dependencyWalk: { packages: 10_000, concurrency: 12, depth: 200 },
  /**
   * One advisory of a feed, all of an ecosystem, and their listing. The largest record of OSV is near 10 MB; npm's
   * listing has 12 MB.
   */
  advisory: { recordBytes: 32 * MiB, exportBytes: 4 * 1024 * MiB, listingBytes: 128 * MiB },
  /** Keys of one account that work at the same time, and how long a rotated secret may go on, in seconds. */
  account: {
    keys: 100,
    overlapSeconds: 30 * 24 * 60 * 60,
    /** Endpoints of webhooks, disabled ones too. */ webhookEndpoints: 20,
    /** Servers that are watched, and the length of a slug. */ watches: 1_000,
    slugCharacters: 300,
  },
  /**
   * Sessions of people: without use and in all, for how long keys can be made after signing in, how often use is noted,
   * and how many of one owner there are. Then how long a link that signs in holds and how long signing in at GitHub may
   * take, how often GitHub is asked what a person may do, for how long it is not asked again when it did not answer,
   * how many pages of a hundred are read of each list for that, and how many answers about single repositories a
   * process remembers.
   */
  session: {
    idleMs: 24 * 60 * 60_000,
    totalMs: 7 * 24 * 60 * 60_000,
    freshMs: 60 * 60_000,
    notedMs: 60_000,
    ofOwner: 50,
    linkMs: 10 * 60_000,
    signInMs: 10 * 60_000,
    askedMs: 15 * 60_000,
    silentMs: 30_000,
    pagesOfList: 10,
    remembered: 10_000,
    agentCharacters: 200,
    auditPage: 50,
  },
  /**
   * The GitHub App: what GitHub tells (it sends 25 MB at most), an answer of its API, and for how long deliveries are
   * known again. Then how many scans an account may have waiting for initial ones to be added, and when the rest is
   * looked at again; for how long GitHub's outages are waited out, by what it told and by a scan that could not be
   * made. Last how long making the run of a new check may take at once, and for how long nobody else makes that run:
   * longer, so that a run that GitHub made in the end is there when it is looked for.
   */
  github: {
    deliveryBytes: 25 * MiB,
    answerBytes: 16 * MiB,
    deliveryDays: 7,
    initialScans: 100,
    initialScansPauseMs: 20_000,
    outageMs: 6 * 60 * 60_000,
    scanOutageMs: 30 * 60_000,
    /**
     * For so long a commit or branch that is not found is asked for again, before that decides a comparison.
     */
    missingMs: 60_000,
    firstRunMs: 10_000,
    firstRunReservedMs: 15_000,
  },
  /**
   * Workflows at GitHub that show who they are by an identity token: how old a token may be, by how much clocks may
   * differ, and its length; for how long the key works that is given for it, how many of one repository work at once,
   * and for how long after its end a key is still listed. Then a document of the issuer, for how long its keys are
   * believed, and how often they are asked for again because of a key that is not among them, or after they could not
   * be read.
   */
  workflow: {
    tokenAgeMs: 15 * 60_000,
    skewMs: 60_000,
    tokenBytes: 16 * KiB,
    keyMs: 60 * 60_000,
    keysOfRepository: 200,
    keptMs: 24 * 60 * 60_000,
    issuerBytes: 256 * KiB,
    issuerKeysMs: 60 * 60_000,
    issuerPauseMs: 60_000,
    issuerFailureMs: 10_000,
  },
  /**
   * Callers whose key was verified and who are remembered: how many, and for how long although nothing was heard that
   * concerns them. The second counts only where the connection that listens died without a sign of it.
   */
  rememberedCallers: { most: 10_000, forMs: 10_000 },
  /** A request to us: the last two are how long its headers and all of it may take to arrive. */
  request: { bodyBytes: 64 * KiB, urlBytes: 2_048, headersMs: 10_000, totalMs: 30_000 },
  /**
   * Requests of one connection whose answers were not sent yet: how many are served, and how many more may wait.
   * Clients that pipeline at all send a few.
   */
  requestsOfConnection: { atOnce: 16, waiting: 500 },
  outgoing: {
    connectMs: 10_000,
    responseMs: 30_000,
    totalMs: 120_000,
    redirects: 5,
    attempts: 3,
    /** The body of one POST. */ sentBytes: MiB,
  },
  /**
   * `Idempotency-Key`: its length, how long its answer is kept, and after what time an unanswered request counts as
   * lost: what goes on all the same is undone.
   */
  idempotency: { keyBytes: 255, keptMs: 24 * 60 * 60_000, leaseMs: 15_000 },
  /**
   * Scans that wait or run: of one account, of those what the workflows of one repository may have, and of all. With
   * more, submissions are turned away for so many seconds.
   */
  queue: { scansOfAccount: 1_000, scansOfWorkflows: 250, scans: 10_000, retrySeconds: 30 },
  /** For how long a result stands for a later scan of the same revision: what registries say of it changes. */
  reuse: { ageMs: 24 * 60 * 60_000 },
  /**
   * Waiting for a scan with `wait`: for how long, and how many requests of one process and of one account in it at
   * once; more are answered without waiting.
   */
  longPoll: { seconds: 30, requests: 2_000, requestsOfAccount: 100 },
  /**
   * Streams of events in all processes: how many of one account, and of one address without a key; for how long, and
   * how often they show that they are there and ask for rights again. The place of one whose process died is free after
   * `leaseMs`.
   */
  eventStream: {
    perAccount: 10,
    /**
     * Of those, how many keys of workflows may have: whoever gets none asks again and again.
     */
    perAccountsWorkflows: 6,
    perAddress: 2,
    totalMs: 15 * 60_000,
    heartbeatMs: 15_000,
    rightsMs: 60_000,
    leaseMs: 150_000,
  },
  /**
   * Delivery of webhooks. `attemptMs` bounds connect, headers and body together, `leaseMarginMs` what recording an
   * attempt may take after it; `attempts` run at once in a process, of which failing receivers may hold
   * `failingAttempts`, those of whom nothing good is known yet `unprovenAttempts`, both together no more than the sum,
   * and the hosts that submissions of one account named `hostsOfAccountAttempts`. A receiver is `slow` after so long.
   */
  webhooks: {
    attemptMs: 30_000,
    leaseMarginMs: 5_000,
    responseHeadBytes: KiB,
    attempts: 500,
    failingAttempts: 125,
    unprovenAttempts: 250,
    hostsOfAccountAttempts: 50,
    slowMs: 5_000,
    /** A finding as it is sent whole, and each text of a larger one. */
    findingBytes: 256 * KiB,
    findingCharacters: 2_000,
    /**
     * At once to one endpoint, and to one host that a submission named; of those also how many one account may start a
     * minute.
     */
    endpointAtOnce: 8,
    hostAtOnce: 4,
    hostAMinute: 60,
    /**
     * How often each process looks for what nobody looks after: attempts whose process died, events that had to wait.
     */
    sweepMs: 15_000,
    /** How long a process that stops waits for attempts under way. */
    stopMs: 5_000,
    /** An endpoint at which every attempt failed for so long is switched off. */
    failingMs: 3 * 24 * 60 * 60_000,
  },
  /** Children that work on one file after another: parsers crash, hang and eat memory on hostile input. */
  isolation: {
    /** Children at the same time, over all scans of a process; fewer on a machine with fewer cores. */
    children: 4,
    /** One file, and the start of a child: a machine under load needs seconds for 0.1 s of work. */
    fileMs: 10_000,
    startMs: 30_000,
    /** Resident memory of one child, of which a fresh one has near 80 MiB, and how often it is looked at. */
    memoryBytes: 512 * MiB,
    watchMs: 100,
    /**
     * A child that has grown to this takes no more files, and a fresh one goes on: what parsers once touched they never
     * give back.
     */
    grownBytes: 160 * MiB,
    /**
     * New objects of a child, in each half of their space. V8 by itself goes to 64 MiB: measured 350 MiB resident after
     * 40 MB of packages, with 16 MiB 221, at the same speed; with 8 a tenth slower.
     */
    newObjectBytes: 16 * MiB,
    /**
     * What a child may reserve at all. oxc-parser reserves 6 GiB for its raw transfer and touches little of it:
     * measured 6.9 GiB.
     */
    reservedBytes: 8 * 1024 * MiB,
    /** 15,000 nested parentheses need 21 MiB in oxc-parser, 100,000 need 136 MiB. */
    stackBytes: 256 * MiB,
    /** Processor time of one child, in seconds. */
    cpuSeconds: 900,
    /**
     * Files that one child may have open; Node itself has 20. Node 22 opens all imports of a module at the same time,
     * and zod has 50 of them.
     */
    descriptors: Number.parseInt(process.versions.node, 10) < 24 ? 256 : 64,
    /** One answer of a child, as JSON. */
    resultBytes: 4 * MiB,
    /** Sent to a child before it has answered, so that it need not wait for its next file. */
    filesAhead: 16,
    bytesAhead: 256 * KiB,
    /**
     * Files beside its own that a task may ask for, and their bytes: a pom.xml asks for its parents, a workspace for
     * its members.
     */
    besideFiles: 20_000,
    besideBytes: 256 * MiB,
    /** After so many files a child is replaced by a fresh one. */
    filesOfChild: 5_000,
    /** Files of one scan that may end their child; the rest is then left out. */
    deaths: 500,
    /**
     * After such files took so much time together, each further file of the scan gets only so much: ordinary ones need
     * milliseconds.
     */
    lostMs: 60_000,
    hurriedFileMs: 2_000,
    /** A further child is started only for work that lasts longer than its start. */
    furtherChildMs: 150,
    /** For how long a scan keeps its last child while another scan waits for one. */
    turnMs: 2_000,
    /** For how long a child waits for a first scan. */
    idleMs: 60_000,
  },
  /** Following values through a project. */
  dataflow: {
    /**
     * Schemas and what is registered: properties that are read of one object, spreads in each other, definitions of one
     * value; how deep calls and objects of a schema nest, and type hints, and the parts of a schema in all: the largest
     * real one has near 2,000.
     */
    properties: 2_000,
    spreads: 5,
    definitions: 60,
    schemaDepth: 120,
    typeDepth: 12,
    typeParts: 1_000,
    schemaParts: 10_000,
    /** Parts of all schemas of a project, and what may be looked at to find one callback or the name of one request. */
    schemaPartsOfAll: 500_000,
    callbackSteps: 200,
    /** Text of a tool that is put together of constants: its parts, and how long it may become. */
    textParts: 500,
    textCharacters: 20_000,
    /**
     * Lists of arguments that one program may be started with, arguments of each, of which real ones have up to 60, and
     * values that are looked at to find them.
     */
    argumentLists: 60,
    listedArguments: 300,
    listSteps: 3_000,
    /** Guards: a regular expression, and how deep its groups nest. */
    patternCharacters: 2_000,
    patternDepth: 24,
    /**
     * Guards: how deep one condition is taken apart, calls are followed into project functions, and a value is followed
     * to what it was made of; operands and items that are looked at of one node; functions whose text is looked through
     * for what they test; regions around a use; steps of one judgement, of which ordinary ones take a few hundred.
     */
    conditionDepth: 40,
    validatorDepth: 4,
    makingDepth: 8,
    lookedAtOperands: 500,
    markedFunctions: 60,
    regionsAround: 500,
    judgementSteps: 10_000,
    /** Tools, resources and prompts of one project, their parameters, and values that somebody outside decides. */
    tools: 5_000,
    toolParameters: 200,
    entries: 50_000,
    /**
     * Front ends: how deep syntax nests, of which people write 60 and bundlers 300; chains of operators, members and
     * calls count once. Each level takes near 1 KiB of stack. Characters of a literal and of a type's text that are
     * kept.
     */
    syntaxDepth: 1_000,
    literalCharacters: 20_000,
    typeCharacters: 300,
    /**
     * Of one file: nodes beyond one for each character, of which real code needs a sixteenth; values of variables that
     * are carried to where ways meet, of which a bundle of 10 MB has 300,000.
     */
    spareNodes: 200_000,
    carriedValues: 4_000_000,
  },
  /**
   * Following data through a project: files and bytes of source that are put together, nodes of the intermediate form,
   * of which 1 MB of source has near 110,000, and texts of `package.json` and the like: how many, of one and of all
   * together. Then steps of finding what values refer to, and states of taint, of which large servers need near 50,000,
   * a service of 1,700 files 180,000 (each takes near 0.3 KiB) and bundles with a web page in them more than there are:
   * after 37,500, callers and fields are told apart less. At last time and memory of the child that does it, and what
   * it may answer: a file of `code.fileBytes` in the intermediate form, in base64, has near 5 MB. What the child may
   * reserve is more than what it may touch: a parser reserves 6.9 GiB, and with 8 GiB for all, 3 MB of source ended as
   * too large that touch 470 MiB. `fileMs` is for bringing one file into that form, `loweringMs` for all of them
   * (measured: 0.34 s of computing a MB, so that 60 MiB need near 20 s), `grownBytes` is what a child may have grown to
   * that does: the forms of all files are held meanwhile. `graceMs` is what a child gets beyond `ms` to load and to
   * answer, `named` are files without a form that coverage names.
   *
   * Settings say how modules are found, in the process of the service: patterns that are looked through for each
   * import, of one package and of all `paths` together, targets of one of them, and how long a path may become that is
   * made of them; folders above a module of Python from which it may be imported.
   */
  flows: {
    modulePatterns: 200,
    moduleTargets: 20,
    modulePathCharacters: 4_096,
    moduleFolders: 32,
    files: 20_000,
    bytes: 60 * MiB,
    /**
     * What one child puts together: source files, of a larger project those that belong together and others up to less
     * than that; and nodes of them, of which ordinary code has one in 23 bytes. Measured: near 0.4 KiB of memory a
     * node.
     */
    partBytes: 10 * MiB,
    looseBytes: 5 * MiB,
    nodes: 1_000_000,
    settingsFiles: 500,
    settingsBytes: 256 * KiB,
    allSettingsBytes: 4 * MiB,
    referenceSteps: 30_000_000,
    /**
     * Links between values, of 30 bytes, and attributes, which count as four: large bundles have 2,500,000, and objects
     * that are spread into each other any number.
     */
    referenceRoom: 18_000_000,
    fileMs: 30_000,
    loweringMs: 150_000,
    grownBytes: 120 * MiB,
    states: 400_000,
    ms: 90_000,
    graceMs: 30_000,
    named: 20,
    memoryBytes: 900 * MiB,
    reservedBytes: 12 * 1024 * MiB,
    kept: 1_000,
    resultBytes: 12 * MiB,
    /** Packages that are named whose code lies in the project's files: a bundle of 8 MB has near 100. */
    vendoredPackages: 300,
    /**
     * Texts of all tools, prompts and resources of a project: servers with 200 tools have 300,000 characters. In the
     * answer one may become six bytes.
     */
    toolCharacters: 600_000,
  },
  /**
   * How a server stands open: calls of one name that are looked at, and transports of a whole project; then what one
   * report tells: of real ones the largest has 12 listeners, and one of them near 60 doors.
   */
  exposure: {
    calls: 1_000,
    transportsOfAll: 200,
    listeners: 50,
    doors: 300,
    transports: 20,
    origins: 200,
    filters: 50,
    identities: 500,
  },
  findings: { perDetector: 10_000 },
  /**
   * Source maps of files with findings: one, how many, and how long one and all may take; how many may end their child
   * or take too long; files that are searched for the names of their maps, and how much of them until other work of the
   * process has its turn; places that are looked up in one, and of all; lines of a file, sections of a map, lengths of
   * addresses and names, and by how many folders a name may lead out of the project.
   */
  sourceMaps: {
    mapBytes: 32 * MiB,
    maps: 100,
    mapMs: 3_000,
    totalMs: 20_000,
    deaths: 3,
    searchedBytes: 512 * MiB,
    turnBytes: 8 * MiB,
    placesOfMap: 20_000,
    places: 100_000,
    lines: 1_000_000,
    sections: 1_000,
    addressBytes: 2_000,
    pathCharacters: 500,
    foldersOut: 2,
  },
  /**
   * Definitions of tools: JSON files that are read for them, one of them and all together; characters of texts that are
   * looked through before other work of the process has its turn, near 20 ms of them, what is searched for the place of
   * one text that stands in another file, and for those of all texts together.
   */
  toolDefinitions: {
    manifests: 500,
    manifestBytes: 2 * MiB,
    allManifestBytes: 40 * MiB,
    turnCharacters: 20_000,
    searchedBytes: 20 * MiB,
    searchedBytesOfAll: 5 * 1024 * MiB,
  },
  /**
   * Files of settings that are judged, such as workflows: one, all together, and how deep one nests; then what YAML is
   * made of, of which each part takes its reader 5 µs and a workflow of 29 KiB has 6,000. Then jobs and steps of a
   * workflow and services of a compose file, which aliases multiply without an end.
   */
  configuration: {
    fileBytes: 64 * KiB,
    totalBytes: 4 * MiB,
    depth: 60,
    yamlParts: 20_000,
    jobs: 300,
    steps: 5_000,
    services: 300,
  },
  /**
   * Judging how a package was put together: manifests that are read, one manifest or script, scripts that one
   * installation is followed into, and all of them together, one file that is looked through for code that hides, and
   * how much of all is looked at until other work has its turn. Then manifests of Python, lists of dependencies in one,
   * and what all manifests ask for together: a name takes 30 µs.
   */
  supplyChain: {
    manifests: 500,
    allManifestBytes: 4 * MiB,
    scriptBytes: 512 * KiB,
    scripts: 30,
    pythonScripts: 50,
    allScriptCharacters: 1_000_000,
    codeBytes: 5 * MiB,
    turnBytes: 2 * MiB,
    pythonManifests: 200,
    lists: 50,
    dependencies: 50_000,
  },
  /**
   * Comparing a package with the repository that it names, beside the rest of its scan: the pack that the server sends,
   * how long it may take in all, one file on either side, differences that are told one by one, and how much is
   * compared until other work has its turn. Shallow packs of servers for models have mostly less than 10 MiB.
   */
  artifact: { packBytes: 100 * MiB, totalMs: 60_000, fileBytes: 2 * MiB, differences: 100, turnBytes: 2 * MiB },
  /**
   * The most used servers of the registry, by whose names others are compared: how many must be counted before the
   * first of them say something, how many are taken, which must be far fewer lest an imitation stands among them, and
   * for how long one reading serves.
   */
  popularNames: { leastCounted: 1_000, most: 300, keptMs: 60 * 60_000 },
  /**
   * Looking for secrets: how much of a file is searched at once, and how much until other work of the process has its
   * turn: some 50 ms of each. And secrets of one rule that are told one by one of one file: each costs some 50 µs, ten
   * times what finding it does, and the others are counted.
   */
  secrets: { partBytes: 256 * KiB, turnBytes: 2 * MiB, toldOfRule: 100 },
  /**
   * What is looked for at other servers: tools of one server, servers that are named for each, and servers that may
   * have a name, or a tool of a name, before it is a common one; and from which popularity on a name is one that others
   * are taken for.
   */
  lookalikes: { tools: 200, servers: 10, commonName: 25, muchUsed: 50 },
  /**
   * Reading what a project declares: one manifest or readme, one source file that is looked through for how it speaks
   * the protocol, all of them, and how much until other work has its turn.
   */
  projectFacts: { fileBytes: MiB, sourceBytes: 5 * MiB, allSourceBytes: 100 * MiB, turnBytes: 8 * MiB },
  /**
   * How long the way into a critical or high finding in code is withheld from everybody but its maintainers, where no
   * advisory tells of it: 90 days.
   */
  publication: { withheldMs: 90 * 24 * 60 * 60_000 },
  /**
   * The generic face of the registry: records of a page at most and unless asked, versions of one server, and
   * characters of what is searched for and of a name; names of one walk of a search, and how many of those that may
   * match are gathered from an index.
   */
  face: {
    page: 100,
    usualPage: 30,
    versions: 200,
    searchCharacters: 200,
    nameCharacters: 300,
    walkedNames: 10_000,
    gatheredNames: 10_000,
  },
  /**
   * Receipts of the registry: for how long one holds, with how little of that left it is made anew, and by how much
   * clocks may differ; then a file with one, or with keys.
   */
  receipts: { validMs: 30 * 24 * 60 * 60_000, renewMs: 10 * 24 * 60 * 60_000, skewMs: 5 * 60_000, fileBytes: MiB },
  /**
   * Claims of maintainers: servers that one account may claim, the file that shows it, for how long one that holds is
   * believed, when one that could not be looked at is tried again, how many are looked at in one go, and how often one
   * look may be asked for. Then disputes: the lengths of a reason and of a review.
   */
  maintainers: {
    claimsOfAccount: 100,
    fileBytes: 64 * KiB,
    lookMs: 5 * 60_000,
    recheckMs: 7 * 24 * 60 * 60_000,
    retryMs: 6 * 60 * 60_000,
    rechecksAtOnce: 200,
    askMs: 60_000,
    rescanMs: 60 * 60_000,
    leastReasonCharacters: 20,
    reasonCharacters: 2_000,
    reviewCharacters: 2_000,
  },
  /**
   * Pages: findings that the page of a scan lists, of which the API has all, and those of a page that shows their code;
   * servers of a page of the registry; components of a server, points of its history, and tools that are listed. Then
   * what one network may ask for: pages a second and at once in each process, of how many networks that is known, and
   * scans by whoever is not signed in; and addresses in one part of the sitemap.
   */
  page: {
    findings: 500,
    findingsWithCode: 25,
    servers: 25,
    components: 200,
    history: 100,
    tools: 100,
    ceiling: { aSecond: 20, atOnce: 120, networks: 20_000 },
    scansOfNetwork: { quarterHour: 20, day: 200 },
    sitemapAddresses: 50_000,
  },
  /**
   * `assay.yml`, which the scanned project writes: the file, how deep it nests, how many suppressions it has, the
   * lengths of a pattern and a reason, what braces of a pattern may stand for, mistakes that are told one by one, and
   * what comparing all patterns with all paths may cost, as products of their lengths: near 5 s of the worst ones, and
   * 2,000 paths with 200 patterns of stars cost a third.
   */
  projectSettings: {
    bytes: 64 * KiB,
    depth: 10,
    suppressions: 200,
    globs: 200,
    globCharacters: 200,
    globAlternatives: 50,
    reasonCharacters: 500,
    mistakes: 20,
    globEffort: 1_000_000_000,
  },
  /**
   * One check run, as GitHub bounds it: characters of a title, bytes of each text, annotations of a request; and
   * annotations in all and changes beside findings, which are ours: the rest is counted in the summary.
   */
  checkRun: { titleCharacters: 255, textBytes: 65_535, annotationsOfRequest: 50, annotations: 300, changes: 50 },
  /**
   * An upload to code scanning: results, of which GitHub shows no more, and bytes of its SARIF in gzip and base64,
   * which have to fit into one request of ours (`outgoing.sentBytes`) and lie far below GitHub's 10 MB.
   */
  codeScanning: { results: 5_000, bytes: 1_000_000 },
  /**
   * The last attempts of a delivery that are shown: in a list, and where it is alone. Each has up to 1 KiB of an
   * answer.
   */
  deliveryLog: { listedAttempts: 10, attempts: 100 },
  /**
   * The registry's own scans: they start while fewer than `besideScans` scans run altogether, and so many of them wait
   * in the queue of scans at most; how often something is tried, and when it is tried again after the first, second…
   * attempt. `rescanMs` is the age at which a current revision is scanned again, `resolveMs` how often it is asked
   * which revision is current, `resolveGitMs` the same for repositories, which leave the registry within an hour after
   * they have turned private where there are some 4,000 at most, `goneFirstMs` and `goneMs` after which time first, and
   * how often at last, where that was not found.
   */
  registry: {
    besideScans: 1,
    waitingScans: 20,
    intakeRetryMs: [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000, 24 * 60 * 60_000],
    rescanMs: 30 * 24 * 60 * 60_000,
    resolveMs: 24 * 60 * 60_000,
    resolveGitMs: 40 * 60_000,
    goneFirstMs: 10 * 60_000,
    goneMs: 7 * 24 * 60 * 60_000,
    /**
     * Sources that are asked for their current revision in one run of the job, which comes each five minutes, and so
     * many at once.
     */
    resolvesOfRun: 500,
    resolvesAtOnce: 4,
    /** A file of names: its bytes, and mistakes in it that are told one by one. */
    listBytes: 32 * MiB,
    listMistakes: 50,
  },
  /**
   * Reading the registry. What is searched for: characters, words of it that count, words of the registry that each
   * stands for by its beginning or within one edit, and of those that begin like it that are looked at, characters of a
   * filter; so far into the results of a search a page may lie, and at most so many of a search that very many match
   * are counted, for at most so many rows that are looked at. So many matches are gathered and sorted whole,
   * `gatheredTogether` where several words are looked for: to find that they are together costs as much as some hundred
   * rows, and is done once. `unfoldedTallies` is how many rows the kept counts may have too many. `marks`: how far
   * apart marks in a list are, after how many changes of servers one is not used any more, and for how long one is kept
   * at least.
   */
  catalogue: {
    searchCharacters: 200,
    searchWords: 8,
    likeWords: 20,
    beginningWords: 2_000,
    filterCharacters: 60,
    searchDepth: 10_000,
    countedMatches: 200,
    walkedRows: 400,
    gatheredRows: 1_500,
    gatheredTogether: 2_000,
    gatheredNames: 4_000,
    gatheredTopNames: 1_500,
    comparedServers: 4,
    unfoldedTallies: 500,
    marks: { step: 1_000, changes: 2_000, keptMs: 5 * 60_000 },
  },
  /**
   * A registry that is followed: records of a page, its bytes, pages of a walk, of one run of the job and what one
   * record may have; by how much a walk overlaps with the one before, as clocks differ and what was updated while that
   * ran may have been missed; records that are named because they could not be read.
   */
  upstream: {
    pageRecords: 100,
    pageBytes: 8 * MiB,
    pages: 20_000,
    pagesOfRun: 2_000,
    recordCharacters: 100_000,
    cursorCharacters: 2_000,
    overlapMs: 10 * 60_000,
    skippedNamed: 20,
  },
  /**
   * Measuring quality: how often, how many servers a run of the job takes up, one answer of an API, for how long its
   * tag is kept, and how many requests of GitHub's limit are left to others.
   */
  quality: {
    measureMs: 7 * 24 * 60 * 60_000,
    serversOfRun: 200,
    answerBytes: 16 * MiB,
    answersKeptMs: 60 * 24 * 60 * 60_000,
    githubReserve: 5,
  },
  /**
   * Working, and waiting for other scans of the process before or between that. Then how often a worker asks whether
   * its scan was cancelled, and the scans that run at once over all processes unless settings say otherwise, of
   * everybody and of one account.
   */
  scan: {
    totalMs: 10 * 60_000,
    waitMs: 15 * 60_000,
    advisoryWaitMs: 2 * 60_000,
    cancelPollMs: 1_000,
    atOnce: 64,
    atOnceOfAccount: 8,
  },
} as const
