export const a = 1;

const = 3;
