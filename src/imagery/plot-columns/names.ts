// Under which names programs and people write what is known of a plot: Breedbase, BMS, Field Book, agricolae, BrAPI, PostGIS,
// QGIS, and the languages of Europe.
import type { PlotAttribute } from '#domain/trials.ts'

export type PlotRole = 'plotId' | PlotAttribute

const list = (names: string): string[] => names.trim().split(/\s+/)

/** As `wordOf` writes them. Of several columns for one role, that with the earlier name counts. */
export const NAMES: Readonly<Record<PlotRole, readonly string[]>> = {
  plotId: list(`
    plotid plotnumber plotno plot plots plotname plotcode plotlabel parzelle parzellen parz parzellenid
    parzellenbezeichnung parcelle parcelles microparcelle parcela parcelas parcella canteiro perceel veldje veld
    poletko poletka dzialka dzialki dziaka parcel parcell ruta ruutu parcelka parcely idparcelle idparcela
    idparcella observationunitname observationunit obsunitid observationunitdbid uniqueid barcode id name gid fid
    ogcfid objectid featureid
  `),
  row: list(`
    row fieldrow plotrow rowindex gridrow reihe zeile ligne rang fila hilera surco linha fileira riga rij rzad
    wiersz rad raekke rivi radek y positioncoordinatey
  `),
  column: list(`
    column col fieldcolumn fieldcol plotcolumn colindex columnindex gridcol gridcolumn spalte colonne columna
    coluna colonna kolom kolumna kolumn kolonne sarake sloupec range fieldrange fieldmapcolumn fieldmaprange bed
    tier pass x positioncoordinatex
  `),
  rep: list(`
    rep replicate replication repl repetition wiederholung wdh whg repeticion repet repeticao ripetizione replica
    replicacion replicacao herhaling powtorzenie powt upprepning gentagelse gjentak kerranne opakovani ismetles
  `),
  block: list(`
    block blk iblock subblock incompleteblock blocks bloc bloque bloco blocco blok teilblock lohko
  `),
  entry: list('entry entryid entrynumber prufglied pruefglied entrada entree pozycja'),
  genotype: list(`
    genotype genotypename variety varietyname cultivar cultivarname germplasmname germplasm designation
    accessionname accession preferredname entryname hybrid line linename breedingline sorte sortenname sortename
    genotyp zuchtlinie stamm linie hybride variete varietes lignee variedad genotipo linea hibrido variedade
    linhagem varieta ibrido ras rasnaam lijn odmiana nazwaodmiany linia sort lajike odruda fajta clone klon clon
    material genotypeid germplasmid germplasmdbid accessionid varietyid cross pedigree gid name
  `),
  entryType: list('entrytype isacontrol iscontrol ischeck'),
  treatment: list(`
    treatment trt treat tream treatmentname treatmentlevel trtname behandlung variante traitement modalite
    tratamiento tratamento trattamento behandeling zabieg wariant behandling
  `),
  plantingDate: list(`
    plantingdate plantdate planted sowingdate sowdate sown seedingdate dateofplanting dateofsowing aussaat
    aussaatdatum aussaattermin saatdatum saattermin pflanzdatum pflanztermin semis datesemis datedesemis
    dateplantation datedeplantation siembra fechasiembra fechadesiembra semeadura plantio datasemeadura
    datadesemeadura dataplantio datadeplantio semina datasemina datadisemina zaaidatum plantdatum datasiewu siew
    sadato sadatum
  `),
  barcode: list('barcode plotbarcode strichcode codebarres codigodebarras codiceabarre'),
}
