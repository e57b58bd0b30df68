import { aWorkload, defineCases } from 'eks-preflight/testing';
import oldBaseImages from '../checks/old-base-images.js';

/** @param {string} tag */
const on = (tag) => aWorkload({ containers: [{ name: 'app', image: `registry.example.com/acme/cart:${tag}` }] });
/** Rows of their own: new rows in the table break no case. */
const tables = { baseImages: [{ base: 'jdk8', unsupportedFrom: 35, instead: 'jdk21' }] };

export const oldBaseImagesCases = defineCases(oldBaseImages, [
  { name: 'a base without an end', facts: { deployments: [on('1.4.2-jdk21')], statefulSets: [] }, finds: [] },
  {
    name: 'a base whose end is beyond the target',
    facts: { deployments: [on('1.4.2-jdk8')], statefulSets: [] },
    tables,
    target: '1.34',
    finds: [],
  },
  {
    name: 'a base whose end is on the way',
    facts: { deployments: [], statefulSets: [{ ...on('1.4.2-jdk8'), kind: 'StatefulSet' }] },
    tables,
    target: '1.36',
    finds: [
      {
        level: 'fail',
        resource: 'StatefulSet shop/cart',
        message: /cart:1\.4\.2-jdk8 is built on jdk8, which is supported below 1\.35$/,
        at: '1.35',
        rule: 'jdk8',
        fix: 'Build the image on jdk21.',
      },
    ],
  },
  {
    name: 'a base whose end was before today',
    facts: { deployments: [on('1.4.2-jdk8')], statefulSets: [] },
    tables,
    current: '1.35',
    finds: [{ level: 'fail', at: null }],
  },
]);
