const path = require('node:path')

/** Path of the stylesheet. */
exports.stylesheet = path.join(__dirname, 'dist', 'theme.min.css')
