'use strict';

const path = require('path');
const fs = require('fs');
const { execFileSync } = require('child_process');

const IMAGES = '/data/images';

module.exports = {
  async resize({ file, width }) {
    const source = path.join(IMAGES, path.basename(file));
    const size = `${Number(width) || 640}x`;
    execFileSync('convert', ['png:' + source, '-resize', size, `png:${source}.small.png`]);
    return `${source}.small.png`;
  },

  async size({ file }) {
    const found = fs.statSync(path.join(IMAGES, path.basename(file)));
    return String(found.size);
  },
};
