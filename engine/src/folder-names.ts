/** Names that Windows keeps for devices, with any ending. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** True when a folder of this name can be made on Windows, which drops dots and blanks at the end. */
export const isFolderName = (name: string): boolean => !DEVICES.test(name) && !/[. ]$/.test(name);

/** The same for names whose folders are one folder where the case of letters does not count, as on Windows and macOS. */
export const folderKey = (name: string): string => name.normalize('NFC').toLowerCase();
