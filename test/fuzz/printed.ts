/** What terminal output must not contain: controls except line feeds and escapes, and marks of the text direction. */
export const rawControls = /[\u0000-\u0009\u000B-\u001A\u001C-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;
/** An escape sequence other than our own colors. */
export const foreignEscape = /\u001B(?!\[\d{1,2}(?:;\d{1,2})*m)/;
