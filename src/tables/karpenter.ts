/** What Karpenter's versions bring, need and leave behind. */
export const karpenterTables = {} as const;
