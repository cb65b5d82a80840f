import type { MantineColorsTuple } from '@mantine/core';

/** The palette of the visual language, in Mantine's ten steps. */
const petrol: MantineColorsTuple = [
  '#eaf4f6',
  '#d2e6ea',
  '#a9cfd7',
  '#8cc4cf',
  '#4a94a4',
  '#2a788a',
  '#176274',
  '#0f5061',
  '#0c4150',
  '#08303d',
];

const lamp: MantineColorsTuple = [
  '#fff7e5',
  '#feebc4',
  '#fcda93',
  '#f9c763',
  '#f5b640',
  '#e9a325',
  '#c98413',
  '#8a5606',
  '#6b4205',
  '#4e3003',
];

const moss: MantineColorsTuple = [
  '#e2f3ec',
  '#c9e9de',
  '#8fdcc2',
  '#5fc7a4',
  '#319f7f',
  '#138567',
  '#0b6e55',
  '#085a46',
  '#064838',
  '#043329',
];

const brick: MantineColorsTuple = [
  '#fce9e2',
  '#fad9cf',
  '#ffb59c',
  '#f08d6c',
  '#dc6541',
  '#c8482a',
  '#b2371b',
  '#8e2c14',
  '#6f2210',
  '#4d170a',
];

const slate: MantineColorsTuple = [
  '#f3f5f3',
  '#ebf0ef',
  '#d8e0df',
  '#bcc9cb',
  '#97a9ae',
  '#74888e',
  '#5b6c73',
  '#45575f',
  '#2a3d46',
  '#14262f',
];

const dark: MantineColorsTuple = [
  '#e8efef',
  '#b0c1c7',
  '#93a8b0',
  '#64828e',
  '#2b4753',
  '#213a46',
  '#1a303a',
  '#13252e',
  '#0d1b22',
  '#081319',
];

export const palette = {
  petrol,
  lamp,
  moss,
  brick,
  slate,
  dark,
  red: brick,
  green: moss,
  gray: slate,
};
