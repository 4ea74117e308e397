import { names } from './teams.ts';

/** Combined at random into the names of invented players. */
export const FIRST_NAMES = names(`
  Aaron, Adrian, Alexis, Amir, Andre, Anton, Bastian, Brandon, Bruno, Caleb, Cedric, Cole, Corey,
  Damian, Dario, Desmond, Devin, Dominic, Elias, Emil, Erik, Ethan, Felix, Finn, Gabriel, Grant,
  Hugo, Isaiah, Ivan, Jalen, Jonas, Jordan, Julian, Kai, Kieran, Leon, Luca, Lucas, Malik, Marco,
  Marcus, Mateo, Miles, Nathan, Niko, Nikola, Oscar, Owen, Pablo, Quentin, Rafael, Ruben, Rui,
  Sami, Theo, Tomas, Tyler, Victor, Xavier, Zane
`);

export const LAST_NAMES = names(`
  Abbott, Aldana, Ashby, Barros, Bergström, Bishop, Boateng, Brooks, Calloway, Cardoso, Carrow,
  Castellano, Cisneros, Crane, Dahl, Delgado, Dempsey, Drummond, Dubois, Ellery, Eriksen, Escobar,
  Everett, Falk, Farrow, Fontaine, Gallo, Garza, Grimes, Halvorsen, Hartley, Hendry, Holloway,
  Ibarra, Ivanić, Jansen, Juarez, Kessler, Kovalenko, Kowalski, Langford, Lindqvist, Lozano,
  Maddox, Marchetti, Mensah, Monroe, Nakamura, Navarro, Novák, Nwosu, O'Rourke, Okafor, Orozco,
  Ostrom, Pacheco, Pereira, Petrov, Quarles, Quintero, Ramsey, Reyes, Rhodes, Salazar, Sandoval,
  Sorensen, Thorne, Tremblay, Ueda, Valdez, Varga, Vasquez, Wexler, Whitlock, Winslow, Xiong,
  Yamada, Yilmaz, Zeman, Zorn
`);
