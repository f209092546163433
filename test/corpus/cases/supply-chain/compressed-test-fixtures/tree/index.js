const { gunzipSync } = require('node:zlib')
exports.read = (bytes) => gunzipSync(bytes).toString('utf8')
