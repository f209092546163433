import os
import shutil
import time

INBOX = "/home/inbox"
ARCHIVE = "/home/archive"


class Sorter:
    def newest(self):
        entries = [entry for entry in os.scandir(INBOX) if entry.is_file(follow_symlinks=False)]
        if not entries:
            raise LookupError("the inbox is empty")
        return max(entries, key=lambda entry: entry.stat().st_mtime).path

    def archive_newest(self, label):
        year = time.strftime("%Y")
        os.makedirs(os.path.join(ARCHIVE, year), exist_ok=True)
        target = os.path.join(ARCHIVE, year, label)
        shutil.move(self.newest(), target)
        return target
