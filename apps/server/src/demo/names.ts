/** A list as one reads it: separated by commas. */
const list = (text: string): string[] => text.split(',').map((one) => one.trim());

/** Given names with the gender the demo files them under, and family names, from many places. */
export const givenNames = {
  Female: list(`
    Aanya, Amelia, Ananya, Anna, Beatriz, Camila, Chiara, Deepa, Divya, Elif, Emma, Fatima, Grace,
    Hana, Ingrid, Isha, Jana, Kavya, Leila, Lucía, Mei, Meera, Nadia, Ngozi, Olivia, Priya, Rania,
    Rhea, Ruth, Sahana, Sofia, Sunita, Tara, Thandiwe, Uma, Valentina, Yara, Yuki, Zainab, Zoë`),
  Male: list(`
    Aarav, Adam, Arjun, Bilal, Bruno, Carlos, Chen, Daniel, David, Diego, Elias, Émile, Farhan,
    George, Hamza, Hiro, Ibrahim, Ivan, Jakub, Joseph, Karthik, Kwame, Liam, Luca, Mateo, Mohamed,
    Nikhil, Noah, Omar, Óscar, Pranav, Rahul, Rohan, Samuel, Søren, Tariq, Thomas, Vikram, Wei,
    Youssef`),
};

export const familyNames = list(`
  Adeyemi, Ali, Almeida, Andersson, Banerjee, Bauer, Bhat, Boateng, Chen, Clarke, Costa, Das,
  Diallo, Farouk, Fernández, García, Gupta, Hart, Hussain, Ito, Iyer, Jensen, Joshi, Kamau, Kaya,
  Khan, Kim, Kowalski, Krishnan, Lindqvist, Lopez, Mehta, Menon, Mensah, Müller, Nair, Nguyen,
  Novák, Okafor, Okri, Osei, Patel, Patil, Pereira, Petrov, Rao, Rossi, Saleh, Sato, Schmidt,
  Sharma, Shetty, Silva, Singh, Tanaka, Torres, Verma, Wang, Weber, Yılmaz`);

export const streets = list(`
  Abbey Lane, Bridge Street, Cloister Row, College Green, Elm Walk, Garden Court, Harbour Road,
  Library Hill, Market Square, Mill Lane, Orchard Way, Quad Street, River View, Station Road, Tower
  Court, Walnut Avenue`);

export const nationalities = list(`
  Brazilian, British, Chinese, Egyptian, German, Ghanaian, Indian, Italian, Japanese, Mexican,
  Nigerian, Turkish`);

export const occupations = list(`
  Accountant, Architect, Carpenter, Doctor, Engineer, Farmer, Nurse, Shopkeeper, Teacher, Writer`);

export const bloodGroups = list('A+, A-, AB+, B+, B-, O+, O-');
